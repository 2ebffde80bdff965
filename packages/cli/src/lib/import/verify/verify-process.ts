import { LoadedApplication } from './loaded-application.js'
import { loadWritten } from './load-written.js'
import type { VerifyReply, VerifyRequest } from './verify-messages.js'
import { answerParent } from '../../application/answer-parent.js'

// The program that `mvc-router import --verify` starts: it loads the application, and answers what requests reach.

let application: LoadedApplication | undefined
answerParent(async (request: VerifyRequest): Promise<VerifyReply> => {
  if (request.type === 'probe')
    return { type: 'probed', reached: request.requests.map((each) => application?.reach(each) ?? null) }
  if (request.type === 'loadWritten') return { type: 'loadedWritten', faults: await loadWritten(request) }
  application = await LoadedApplication.load(request)
  const { express, routes, standIns } = application
  return { type: 'loaded', express, routes, standIns: [...standIns] }
})

import { LoadedApplication } from './loaded-application.js'
import { loadWritten } from './load-written.js'
import type { LoadedRoutes, ReachedRoutes, VerifyRequest, WrittenFault } from './verify-messages.js'
import { answerParent } from '../../application/answer-parent.js'

// The program that `mvc-router import --verify` starts: it loads the application, and answers what requests reach.

let application: LoadedApplication | undefined
type Answer = LoadedRoutes | ReachedRoutes | readonly WrittenFault[]
answerParent(async (request: VerifyRequest): Promise<Answer> => {
  if (request.type === 'probe') return request.requests.map((each) => application?.reach(each) ?? null)
  if (request.type === 'loadWritten') return loadWritten(request)
  application = await LoadedApplication.load(request)
  const { routes, standIns } = application
  return { routes, standIns: [...standIns] }
})

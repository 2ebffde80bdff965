import { LoadedApplication } from './loaded-application.js'
import type { LoadRequest, VerifyReply, VerifyRequest } from './verify-messages.js'

// The program that `mvc-router import --verify` starts: it loads the application, and answers what requests reach.

let application: LoadedApplication | undefined
const send = process.send?.bind(process)

function reply(message: VerifyReply): void {
  send?.(message)
}

// What fails later, such as a connection to a database, is no matter of routes.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

process.on('message', (request: VerifyRequest) => {
  if (request.type === 'probe') {
    reply({ type: 'probed', reached: request.requests.map((each) => application?.reach(each) ?? null) })
    return
  }
  void load(request)
})

async function load(request: LoadRequest): Promise<void> {
  try {
    application = await LoadedApplication.load(request)
    const { express, routes, standIns } = application
    reply({ type: 'loaded', express, routes, standIns: [...standIns] })
  } catch (error) {
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

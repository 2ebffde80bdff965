import type { FailedReply } from './ask-process.js'

/** Answers what the process asks that has started this one: with a result, or with why there is none. */
export function answerParent(answer: (request: never) => Promise<object>): void {
  const send = process.send?.bind(process)
  // What fails later, such as a connection to a database, is no matter of routes.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  process.on('message', (request) => {
    void answer(request as never)
      .catch(failedReply)
      .then((reply) => send?.(reply))
  })
}

function failedReply(error: unknown): FailedReply {
  return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
}

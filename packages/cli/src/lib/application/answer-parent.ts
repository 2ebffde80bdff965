import type { ProcessReply } from './ask-process.js'

/** Answers what the process asks that has started this one: with a result, or with why there is none. */
export function answerParent(answer: (request: never) => Promise<unknown>): void {
  const send = process.send?.bind(process)
  // Later failures, such as a connection to a database, do not change the routes.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  process.on('message', (request) => {
    void answer(request as never)
      .then((result): ProcessReply => ({ result }))
      .catch((error: unknown): ProcessReply => ({
        failure: error instanceof Error ? error.message : String(error),
      }))
      .then((reply) => send?.(reply))
  })
}

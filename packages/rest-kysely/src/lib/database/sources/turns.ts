import { DeadlineException } from '../deadline.js'

/** Admits a limited number of borrowers at a time, in the order of their arrival. */
export class Turns {
  readonly #timeout: number
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number, timeout: number) {
    this.#free = count
    this.#timeout = timeout
  }

  /** @throws DeadlineException if the wait takes too long */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new DeadlineException('Getting a connection', this.#timeout))
      }, this.#timeout)
      this.#waiting.add(begin)
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

import { setTimeout } from 'node:timers/promises'
import { databaseException, isConflict } from './database-errors.js'

/** Tries again after about 5, 10, 20, 40 and 80 ms. */
const firstPauseMs = 5
const lastPauseMs = 160

/** Acts, and again where others had the rows first; what fails in the end is the exception for the client. */
export async function retried<Result>(isRepeatable: boolean, act: () => Promise<Result>): Promise<Result> {
  for (let pause = isRepeatable ? firstPauseMs : lastPauseMs; ; pause *= 2) {
    try {
      return await act()
    } catch (error) {
      if (pause >= lastPauseMs || !isConflict(error)) throw databaseException(error)
      await setTimeout(pause * (0.5 + Math.random()))
    }
  }
}

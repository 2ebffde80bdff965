/** Work over a whole table. It yields where it may pause, for example after each line. */
export type Sliced<Result> = Generator<void, Result, void>

/** Does all of the work now. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Does the work in slices of a millisecond. Between two slices, a running server answers requests. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  let end = performance.now() + sliceTime
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() < end) continue
    // oxlint-disable-next-line no-await-in-loop -- the pause is the point
    await new Promise((resolve) => setImmediate(resolve))
    end = performance.now() + sliceTime
  }
}

/** In ms. The last step and a garbage collection may prolong a slice, but it should end within 10 ms. */
const sliceTime = 1

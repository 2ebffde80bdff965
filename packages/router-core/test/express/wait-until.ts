/** Waits until the condition is true. Throws after 4,000 checks. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 4000; turn++) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`The condition stayed false: ${String(condition)}`)
}

/** Looks every millisecond; the test's own timeout ends it. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 4000 && !condition(); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

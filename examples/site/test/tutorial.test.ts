import { afterAll, expect, test } from '@jest/globals'
import { Tutorial } from '@mvc-router/link-conformance'

const tutorial = new Tutorial('docs/tutorial.md', 'examples/site/dist-test')
afterAll(async () => tutorial.stop())

test.each(tutorial.steps)('a reader gets the output of $title', async ({ run, shown }) => {
  expect(await run()).toBe(shown)
})

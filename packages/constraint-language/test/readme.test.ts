import { expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const readme = readFileSync('packages/constraint-language/README.md', 'utf8')
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)

/** The output of an example, and the values in its comments. */
function run(code: string): { printed: string[]; promised: string[] } {
  const promised: string[] = []
  const source = code.replace(
    /^(automaton\..*) \/\/ (true|false|\[[^\]]*\]).*$/gm,
    (_, expression: string, value: string) => {
      promised.push(value)
      return `console.log(JSON.stringify(${expression}).replaceAll(',', ', '))`
    },
  )
  const withPrints = source.replace(
    /^(console\.log\(end.*\)) \/\/ (.*)$/m,
    (_, call: string, value: string) => {
      promised.push(value)
      return call
    },
  )
  const output = execFileSync(process.execPath, ['--input-type=module'], {
    cwd: 'packages/constraint-language',
    input: withPrints,
    encoding: 'utf8',
  })
  return { printed: output.trim().split('\n'), promised }
}

test('the examples of the README print the values in their comments', () => {
  expect(examples).toHaveLength(3)
  for (const example of examples) {
    const { printed, promised } = run(example)
    expect(promised.length).toBeGreaterThan(0)
    expect(printed).toEqual(promised)
  }
})

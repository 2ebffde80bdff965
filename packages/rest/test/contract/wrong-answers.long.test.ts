import { expect, test } from '@jest/globals'
import { MemoryRepository, type NumberedSlice } from '@mvc-router/rest'
import { repositoryContract, type RepositoryContractOptions } from '@mvc-router/rest/contract'
import { expectJsonFixture } from '../fixture.js'
import { type Definition, faultyRepository, type Row } from './faulty-repository.js'

const questions = ['findOne', 'findAll', 'findCounted', 'count', 'exists'] as const
const methods = [...questions, 'insert', 'save', 'delete', 'deleteAll'] as const

/** A call that a contract rule makes. `isRefused` is true if the call threw an exception. */
interface Call {
  readonly method: string
  readonly isRefused: boolean
}

type Answer = (rows: Rows, right: unknown) => unknown
type Rows = MemoryRepository<Row, unknown>

/** Runs a contract rule on a repository in memory. The call with this number gets a wrong answer. */
async function converse(
  ruleName: string,
  wrong?: { readonly number: number; readonly answer: Answer },
): Promise<{ readonly calls: readonly Call[]; readonly isKept: boolean }> {
  const calls: Call[] = []
  const listening = (rows: Rows): Partial<Rows> =>
    Object.fromEntries(
      methods.map((method) => {
        const ask = asked(rows, method)
        const listen = async (...options: never[]): Promise<unknown> => {
          const number = calls.push({ method, isRefused: false }) - 1
          const answer = await ask(...options).catch((error: Error) => error)
          calls[number] = { method, isRefused: answer instanceof Error }
          if (wrong?.number === number) return wrong.answer(rows, answer)
          if (answer instanceof Error) throw answer
          return answer
        }
        return [method, listen]
      }),
    )
  const open = async (entity: unknown): Promise<unknown> =>
    faultyRepository(entity as Definition, { methods: listening, breaks: [] })
  const contract = repositoryContract({ open: open as RepositoryContractOptions['open'] })
  const rule = contract.find(({ name }) => name === ruleName)
  if (rule === undefined) throw new TypeError(`There is no rule "${ruleName}"`)
  const isKept = await rule.run().then(
    () => true,
    () => false,
  )
  return { calls, isKept }
}

function asked(rows: Rows, method: (typeof methods)[number]): (...options: never[]) => Promise<unknown> {
  if (method !== 'findCounted') return rows[method].bind(rows)
  return async (slice: NumberedSlice) => ({
    found: await rows.findAll(slice),
    count: await rows.count(slice),
  })
}

/** Wrong answers, of the same type where possible: another order, another number, or the same key with other values. */
function wrongAnswers(rows: Rows, right: unknown): readonly unknown[] {
  const { key } = rows.entity
  if (right instanceof Error) return [undefined]
  if (typeof right === 'boolean') return [!right]
  if (typeof right === 'number') return [right + 1]
  if (right === undefined) return [rows.entity.create({})]
  if (Array.isArray(right)) return [right.slice(1), right.toReversed(), [...right, rows.entity.create({})]]
  const values = Object.entries(right as Row)
  return [
    Object.fromEntries(values.map(([name, value]) => [name, name === key.name ? value : otherThan(value)])),
  ]
}

function otherThan(value: unknown): unknown {
  return typeof value === 'number' ? value + 1 : `${String(value)}?`
}

/** True if a rule passes with every wrong answer to this call. */
async function isTrusted(ruleName: string, number: number): Promise<boolean> {
  for (let index = 0; ; index++) {
    let isLast = false
    const answer: Answer = (rows, right) => {
      const wrong = wrongAnswers(rows, right)
      isLast = index === wrong.length - 1
      return wrong[index]
    }
    const { isKept } = await converse(ruleName, { number, answer })
    if (!isKept || isLast) return isKept
  }
}

const rules = repositoryContract({ open: async (entity) => new MemoryRepository(entity) })

test.each(rules.map(({ name }) => name))(
  'a wrong answer to a question, or to a refused call, breaks the rule: %s',
  async (name) => {
    const { calls, isKept } = await converse(name)
    expect(isKept).toBe(true)
    const trusted: string[] = []
    for (const [number, { method, isRefused }] of calls.entries()) {
      if (!isRefused && !questions.includes(method as never)) continue
      if (await isTrusted(name, number)) trusted.push(`${number} ${method}${isRefused ? ', refused' : ''}`)
    }
    expect(trusted).toEqual([])
  },
)

test('each rule makes the number of calls in fixtures/contract-calls.json', async () => {
  const counts: [string, number][] = []
  for (const { name } of rules) counts.push([name, (await converse(name)).calls.length])
  await expectJsonFixture('contract-calls.json', Object.fromEntries(counts))
})

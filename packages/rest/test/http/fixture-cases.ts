import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import type { Answer, RunningServer } from './http-client.js'

/** A case of `fixtures/rest.json`. */
export interface RestCase {
  readonly id: string
  readonly note: string
  readonly setup: { readonly server: string; readonly reset: boolean; readonly seed: readonly Seed[] }
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly expect: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | null>>
    readonly body?: ExpectedBody
    readonly then?: readonly FollowUp[]
  }
}

interface Seed {
  readonly path: string
  readonly body: unknown
}

interface FollowUp {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly json?: unknown
}

interface ExpectedBody {
  readonly json?: unknown
  readonly match?: 'equal' | 'subset'
  readonly contains?: readonly string[]
  readonly empty?: boolean
  readonly then?: readonly FollowUp[]
}

export function restCases(): readonly RestCase[] {
  const file: { cases: readonly RestCase[] } = JSON.parse(
    readFileSync(join(process.cwd(), 'fixtures/rest.json'), 'utf8'),
  )
  return file.cases
}

/** Sends the seeds and the request of a case to a server, and compares the answer with the expected answer. */
export async function runCase(
  { setup, request, expect: expected }: RestCase,
  server: RunningServer,
): Promise<void> {
  const seeds: unknown[] = []
  for (const { path, body } of setup.seed) {
    const seeded = await server.post(path, body)
    expect(seeded.status).toBe(201)
    seeds.push(JSON.parse(seeded.text))
  }
  const fill = (text: string): string =>
    text.replaceAll(/\{\{seed\.(\d+)\.(\w+)\}\}/g, (_match, index: string, key: string) =>
      String(valueIn(seeds[Number(index)], key)),
    )
  const answer = await server.call({
    ...request,
    path: fill(request.path),
    body: fillIn(request.body, seeds),
  })
  expect(summary(answer, expected.status)).toEqual({ status: expected.status })
  for (const [name, value] of Object.entries(expected.headers))
    expectHeader(answer.headers[name]?.toString(), value, name)
  if (expected.body !== undefined) expectBody(answer.text, expected.body, seeds)
  for (const followUp of [...(expected.then ?? []), ...(expected.body?.then ?? [])]) {
    const next = await server.call({ method: followUp.method, path: fill(followUp.path) })
    expect(summary(next, followUp.status)).toEqual({ status: followUp.status })
    if (followUp.json !== undefined) expect(JSON.parse(next.text)).toEqual(fillIn(followUp.json, seeds))
  }
}

/** Returns the status, and also the body if the status is unexpected. */
function summary({ status, text }: Answer, expected: number): object {
  return status === expected ? { status } : { status, text }
}

function expectHeader(actual: string | undefined, expected: string | null, name: string): void {
  if (expected === null) expect([name, actual]).toEqual([name, undefined])
  else if (expected.startsWith('~'))
    expect(actual ?? `no ${name}`).toMatch(new RegExp(expected.slice(1), 'i'))
  else expect([name, actual?.toLowerCase()]).toEqual([name, expected.toLowerCase()])
}

function expectBody(
  text: string,
  { json, match, contains = [], empty }: ExpectedBody,
  seeds: readonly unknown[],
): void {
  if (empty === true) expect(text).toBe('')
  for (const part of contains) expect(text).toContain(part)
  if (json === undefined) return
  const expected = fillIn(json, seeds)
  const actual: unknown = JSON.parse(text)
  if (match === 'subset' && typeof expected === 'object' && expected !== null)
    expect(actual).toMatchObject(expected)
  else expect(actual).toEqual(expected)
}

/** Replaces placeholders like `{{seed.0.id}}` by the values of the seeds. */
function fillIn(template: unknown, seeds: readonly unknown[]): unknown {
  if (Array.isArray(template)) return template.map((item) => fillIn(item, seeds))
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillIn(value, seeds)]))
  }
  if (template === '$integer') return expect.any(Number)
  const [, index, key] =
    typeof template === 'string' ? (/^\{\{seed\.(\d+)\.(\w+)\}\}$/.exec(template) ?? []) : []
  return index === undefined || key === undefined ? template : valueIn(seeds[Number(index)], key)
}

function valueIn(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined
}

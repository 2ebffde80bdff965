import { formatBound, formatSpread, isReached, type Figure } from './figure.js'
import type { FamilyResult } from './family-result.js'
import type { Grid } from './format-table.js'

/** The figures of one family: what is to be reached, and what each version of Node that was measured gave. */
export function summarizeFigures(results: readonly FamilyResult[]): Grid {
  const names = new Set(results.flatMap((result) => figuresOf(result).map(({ name }) => name)))
  return {
    heads: ['figure', ...results.flatMap(({ nodeMajor }) => ['to reach', `Node ${nodeMajor}`, 'reached'])],
    rows: [...names].map((name) => [name, ...results.flatMap((result) => toCells(result, name))]),
  }
}

function toCells(result: FamilyResult, name: string): string[] {
  const figure = figuresOf(result).find((candidate) => candidate.name === name)
  if (figure === undefined) return ['', '', '']
  return [formatBound(figure), formatSpread(figure.measured), isReached(figure) ? 'yes' : '**no**']
}

function figuresOf({ tables }: FamilyResult): Figure[] {
  return tables.flatMap(({ figures = [] }) => figures)
}

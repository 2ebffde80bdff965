import type { Spread } from '../statistics.js'
import { formatNumber } from './format-number.js'

/** A figure to reach, and what was measured. */
export interface Figure {
  readonly name: string
  readonly bound: { readonly atLeast: number } | { readonly atMost: number }
  readonly unit: '×' | 'ns' | 'ms' | 'bytes'
  readonly measured: Spread
}

/** The median decides; the spread is printed next to it. */
export function isReached({ bound, measured: { median } }: Figure): boolean {
  return 'atLeast' in bound ? median >= bound.atLeast : median <= bound.atMost
}

export function formatBound({ bound, unit }: Figure): string {
  return 'atLeast' in bound ? `≥ ${bound.atLeast} ${unit}` : `≤ ${bound.atMost} ${unit}`
}

export function formatSpread({ median, p10, p90 }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(p10)} to ${formatNumber(p90)})`
}

/** Some figures differ: what Express and a peer cost on Node 20 is not what they cost on newer ones. */
export function byNode(bounds: { readonly node20: number; readonly newer: number }): number {
  return process.versions.node.startsWith('20.') ? bounds.node20 : bounds.newer
}

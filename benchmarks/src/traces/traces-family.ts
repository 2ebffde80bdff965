import type { BenchFamily } from '../report/bench-table.js'
import { measureTraces } from './measure-traces.js'

/** What it costs to tell a trace the route of its request. */
export const tracesFamily: BenchFamily = {
  title: 'The route in traces',
  packages: ['@opentelemetry/api', '@opentelemetry/core'],
  async measure() {
    return [await measureTraces()]
  },
}

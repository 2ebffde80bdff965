import type { BenchFamily } from '../report/bench-table.js'
import { measureHosts } from './measure-hosts.js'
import { measureImports } from './measure-imports.js'
import { measureMapping } from './measure-mapping.js'
import { measureReload } from './measure-reload.js'

/** What is felt before and beside matching: a start, a reload, many hosts, a request that only passes through. */
export const startFamily: BenchFamily = {
  title: 'Starting, reloading, passing through',
  packages: ['express'],
  async measure() {
    return [await measureImports(), measureReload(), measureHosts(), await measureMapping()]
  },
}

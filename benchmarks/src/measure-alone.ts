import type { RequestKind } from './requests.js'
import type { RouteSetName } from './route-sets.js'
import type { ReverseTask } from './reverse/measure-reversing.js'
import { spreadOf } from './statistics.js'

// One peer in a process of its own: prints the median, in nanoseconds. node measure-alone.js FAMILY PEER TASK...
const [family, peer = '', ...task] = process.argv.slice(2)
const options = { rounds: 200, warmUp: 250, budget: 250 }
const [timing] = await (family === 'match' ? measureMatch() : measureReverse())
console.log(JSON.stringify(spreadOf(timing?.times ?? []).median))

async function measureMatch() {
  const { measureMatching } = await import('./match/measure-matching.js')
  const [set, requests] = task
  return measureMatching([peer], { set: set as RouteSetName, requests: requests as RequestKind }, options)
}

async function measureReverse() {
  const { measureReversing } = await import('./reverse/measure-reversing.js')
  return measureReversing([peer], task[0] as ReverseTask, options)
}

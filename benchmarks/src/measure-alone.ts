import type { RequestKind } from './requests.js'
import type { RouteSetName } from './route-sets.js'
import type { ReverseTask } from './reverse/measure-reversing.js'

// Measures one peer or template engine in this process, and prints its timings as JSON.
// node measure-alone.js FAMILY NAME TASK...
const [family, name = '', ...task] = process.argv.slice(2)
const options = { rounds: 200, warmUp: 250, budget: 250 }
const timings = await (family === 'match'
  ? measureMatch()
  : family === 'views'
    ? measureView()
    : measureReverse())
process.stdout.write(JSON.stringify(timings), () => process.exit())

async function measureMatch() {
  const { measureMatching } = await import('./match/measure-matching.js')
  const [set, requests] = task
  return measureMatching([name], { set: set as RouteSetName, requests: requests as RequestKind }, options)
}

async function measureReverse() {
  const { measureReversing } = await import('./reverse/measure-reversing.js')
  return measureReversing([name], task[0] as ReverseTask, options)
}

async function measureView() {
  const { measureLinks } = await import('./views/measure-links.js')
  return measureLinks(name, { rounds: 400, warmUp: 250, budget: 4000 })
}

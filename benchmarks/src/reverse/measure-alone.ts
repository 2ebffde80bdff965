import { spreadOf } from '../statistics.js'
import { measureReversing, type ReverseTask } from './measure-reversing.js'

// One peer in a process of its own: prints the median, in nanoseconds. node measure-alone.js PEER TASK
const [peer = '', task] = process.argv.slice(2)
const [timing] = await measureReversing([peer], task as ReverseTask, {
  rounds: 200,
  warmUp: 250,
  budget: 250,
})
console.log(JSON.stringify(spreadOf(timing?.times ?? []).median))

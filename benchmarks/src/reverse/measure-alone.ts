import { measureReversing, type ReverseTask } from './measure-reversing.js'
import { reversePeers } from './reverse-peers.js'

// One peer in a process of its own: prints the median, in nanoseconds. node measure-alone.js PEER TASK
const [peer, task] = process.argv.slice(2)
const [timing] = measureReversing(
  reversePeers.filter(({ name }) => name === peer),
  task as ReverseTask,
  { rounds: 100, warmUp: 150, budget: 1000 },
)
console.log(timing?.median ?? Number.NaN)

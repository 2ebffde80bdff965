import { measureReversing, reverseTasks, type ReverseTask } from './reverse/measure-reversing.js'
import { reversePeers } from './reverse/reverse-peers.js'

const [task = '', names = '', rounds = '100'] = process.argv.slice(2)
for (const each of task === '' ? reverseTasks : [task as ReverseTask]) {
  console.log(`== ${each}`)
  const peers = reversePeers.filter(
    ({ name }) => names === '' || names.split(',').some((part) => name.includes(part)),
  )
  for (const { name, median, p10, ratio, rightAnswers } of measureReversing(peers, each, {
    rounds: Number(rounds),
    warmUp: 200,
  }))
    console.log(
      name.padEnd(30),
      median.toFixed(0).padStart(8),
      p10.toFixed(0).padStart(8),
      ratio.toFixed(2).padStart(8),
      rightAnswers.toFixed(3),
    )
}

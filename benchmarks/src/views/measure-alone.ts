import { measureLinks } from './measure-links.js'

// One template engine in a process of its own: prints the timings as JSON. node measure-alone.js ENGINE
const [engine = ''] = process.argv.slice(2)
const timings = await measureLinks(engine, { rounds: 400, warmUp: 250, budget: 4000 })
process.stdout.write(JSON.stringify(timings), () => process.exit())

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Writes pages to their paths, and reports `problems`. With --check, it only reports pages that differ. */
export function writePages(pages, problems = []) {
  for (const [path, text] of pages) {
    const target = join(root, path)
    if (existsSync(target) && readFileSync(target, 'utf8') === text) continue
    if (process.argv.includes('--check')) problems.push(`${path} is not up to date: npm run reference`)
    else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

// Jest's global tear-down. Removes the temporary folder, and warns about files that tests have left in it.
import { readdirSync, rmSync } from 'node:fs'

export default function removeTestFolder() {
  const folder = process.env.TMPDIR
  const left = readdirSync(folder)
  if (left.length > 0) console.warn(`Tests left these in the temporary folder:\n  ${left.join('\n  ')}`)
  rmSync(folder, { recursive: true, force: true })
}

// Jest's global set-up: the temporary folder of a test run is its own. remove-test-folder.js removes it.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function makeTestFolder() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'mvc-router-tests-'))
  // Other users may come through, so that it is a test's own file or folder that forbids them something.
  chmodSync(process.env.TMPDIR, 0o755)
}

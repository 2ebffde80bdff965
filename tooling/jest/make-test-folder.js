// Jest's global set-up. Creates the temporary folder of this test run, which remove-test-folder.js removes.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function makeTestFolder() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'mvc-router-tests-'))
  // All users may enter this folder. Tests forbid single files and folders in it.
  chmodSync(process.env.TMPDIR, 0o755)
}

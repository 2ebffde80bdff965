// Jest's global set-up. Creates a temporary folder for this test run. remove-test-folder.js removes it.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function makeTestFolder() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'mvc-router-tests-'))
  // All users may enter the folder, so that tests can forbid them single files and folders.
  chmodSync(process.env.TMPDIR, 0o755)
}

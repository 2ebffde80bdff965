import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import validatePackageName from 'validate-npm-package-name'
import type { Choices } from './choices.js'
import { starterFiles } from './starter-files.js'
import { StarterException } from './starter-exception.js'

/**
 * Writes an application into a new or empty folder. The folder's name becomes the application's name.
 *
 * @throws StarterException if the folder contains files or npm refuses the name. Then nothing is written.
 */
export function writeStarter(folder: string, choices: Choices): void {
  checkFolder('.', folder)
  for (const [path, text] of starterFiles(basename(resolve(folder)), choices)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/** @throws StarterException if `writeStarter` would refuse the folder */
export function checkFolder(cwd: string, folder: string): void {
  const path = resolve(cwd, folder)
  const name = basename(path)
  const { validForNewPackages, errors = [], warnings = [] } = validatePackageName(name)
  if (!validForNewPackages) {
    const [reason = 'it is not valid'] = [...errors, ...warnings]
    throw new StarterException(`"${name}" cannot be the name of a package: ${reason}`)
  }
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) throw new StarterException(`${folder} is a file: choose another name`)
  // A new git repository counts as an empty folder.
  if (readdirSync(path).some((entry) => entry !== '.git'))
    throw new StarterException(`The folder ${folder} is not empty: choose another name, or empty it first`)
}

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import validatePackageName from 'validate-npm-package-name'
import type { Choices } from './choices.js'
import { starterFiles } from './starter-files.js'
import { StarterException } from './starter-exception.js'

/**
 * Writes an application into a new or empty folder. The last part of its path is the name of the application.
 *
 * @throws StarterException for a folder with files and for a name that npm refuses; then nothing is written
 */
export function writeStarter(folder: string, choices: Choices): void {
  checkFolder('.', folder)
  for (const [path, text] of starterFiles(basename(resolve(folder)), choices)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
}

/** @throws StarterException with the folder as the user wrote it */
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
  // The folder may be an empty repository.
  if (readdirSync(path).some((entry) => entry !== '.git'))
    throw new StarterException(`The folder ${folder} is not empty: choose another name, or empty it first`)
}

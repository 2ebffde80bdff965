import { execFileSync } from 'node:child_process'

/** True if a program of a Debian package is installed, in the folder where the package puts it. */
export function isInstalled(program: string): boolean {
  const places: Readonly<Record<string, string>> = {
    galera: 'ls /usr/lib/galera/libgalera_smm.so',
    postgres: 'ls -d /usr/lib/postgresql/*/bin/postgres',
  }
  try {
    execFileSync('sh', ['-c', places[program] ?? `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

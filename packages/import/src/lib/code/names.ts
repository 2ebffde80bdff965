import { lowerFirst } from '@mvc-router/router-core/tools'
import { basename, dirname } from 'node:path'

/** Converts `user-profile.page` to `userProfilePage`. */
export function camelCase(text: string): string {
  // Without accents, because route files name actions in ASCII: `café` becomes `cafe`.
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const [first = '', ...others] = words.map((word) =>
    /^[A-Z0-9]{2,}$/.test(word) ? word.toLowerCase() : word,
  )
  const capitalized = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const joined = [lowerFirst(first), ...capitalized].join('')
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`
}

/** Returns the first free name: `user`, or `user2`. */
export function freeName(
  name: string,
  taken: { has: (name: string) => boolean },
  write: (base: string) => string = (base) => base,
): string {
  let free = write(name)
  for (let number = 2; taken.has(free); number++) free = write(`${name}${number}`)
  return free
}

/** Returns `users` for `users.route.js` and `routes/users/index.js`, and `index` for `routes/index.js`. */
export function fileStem(file: string): string {
  const name = basename(file).replace(/\.[^.]+$/, '')
  const folder = basename(dirname(file))
  // A folder name such as `routes` does not describe its index.
  const isTelling = !/^(src|lib|app|server|api|backend|routes?|routers?|controllers?)$/i.test(folder)
  const own = name === 'index' && isTelling ? folder : name
  const short = own.replace(/[.\-_](controller|ctrl|routes?|router|handlers?)s?$/i, '')
  return short === '' ? own : short
}

/** Returns the controller name for a file: `usersController` for `users.js` and `01-users.js`. */
export function controllerNameForFile(file: string): string {
  const name = camelCase(fileStem(file))
  // The name of a controller begins with a letter.
  const letters = lowerFirst(name.replace(/^[_\d]+/, '')) || `file${name.slice(1)}`
  const base = letters.replace(/(Routes?|Router)$/, '') || letters
  return /controller$/i.test(base) ? base : `${base}Controller`
}

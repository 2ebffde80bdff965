import { engines, hosts, languages, type Choices } from 'create-mvc-router'

/** All combinations of choices. Half of the applications have a style sheet. */
export const allChoices: readonly Choices[] = engines.flatMap((engine) =>
  hosts.flatMap((host) =>
    languages.flatMap((language) =>
      [false, true].map((rest) => ({ engine, host, language, rest, css: rest === (language === 'ts') })),
    ),
  ),
)

/** Returns a name such as `express-nunjucks-ts-rest`. */
export function nameOf({ engine, host, language, rest }: Choices): string {
  return [host, engine, language, ...(rest ? ['rest'] : [])].join('-')
}

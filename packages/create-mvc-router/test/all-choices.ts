import { engines, hosts, languages, type Choices } from 'create-mvc-router'

/** Every application that can be written; half of them have a style sheet. */
export const allChoices: readonly Choices[] = engines.flatMap((engine) =>
  hosts.flatMap((host) =>
    languages.flatMap((language) =>
      [false, true].map((rest) => ({ engine, host, language, rest, css: rest === (language === 'ts') })),
    ),
  ),
)

/** `express-nunjucks-ts-rest` */
export function nameOf({ engine, host, language, rest }: Choices): string {
  return [host, engine, language, ...(rest ? ['rest'] : [])].join('-')
}

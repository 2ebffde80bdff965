import { cancel, group, intro, multiselect, select, text } from '@clack/prompts'
import { engines, hosts, languages, type Choices } from './choices.js'
import { checkFolder } from './write-starter.js'

/** Asks for each choice, and for the folder if `named` is undefined. Returns undefined after a cancellation. */
export async function askChoices(
  cwd: string,
  named: string | undefined,
): Promise<{ readonly folder: string; readonly choices: Choices } | undefined> {
  intro('A new application with mvc-router')
  const answers = await group(
    {
      folder: async () =>
        named ??
        text({ message: 'Folder', initialValue: 'my-app', validate: (folder) => problemOf(cwd, folder) }),
      engine: () => select({ message: 'Template engine', options: optionsOf(engines) }),
      host: () => select({ message: 'Host', options: optionsOf(hosts) }),
      language: () => select({ message: 'Language', options: optionsOf(languages) }),
      extras: () =>
        multiselect({
          message: 'Also (space selects)',
          options: [
            { value: 'css', label: 'a style sheet' },
            { value: 'rest', label: 'a REST API' },
          ],
          initialValues: ['css'],
          required: false,
        }),
    },
    { onCancel: () => cancel('Nothing was written.') },
  )
  const { folder, engine, host, language, extras } = answers
  // A cancelled group has only the answers before the cancellation.
  if (!Array.isArray(extras) || typeof folder !== 'string') return undefined
  const choices = { engine, host, language, css: extras.includes('css'), rest: extras.includes('rest') }
  return { folder, choices }
}

function optionsOf<Word extends string>(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: labels[word] ?? word }))
}

const labels: Readonly<Record<string, string>> = {
  nunjucks: 'Nunjucks',
  handlebars: 'Handlebars',
  eta: 'Eta',
  ejs: 'EJS',
  jsx: 'JSX, with React on the server',
  pug: 'Pug',
  express: 'Express',
  fastify: 'Fastify',
  hono: 'Hono, on Node',
  ts: 'TypeScript',
  js: 'JavaScript',
}

function problemOf(cwd: string, folder = ''): string | undefined {
  try {
    checkFolder(cwd, folder)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

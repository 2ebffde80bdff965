import { closest, distance } from 'fastest-levenshtein'
import { StarterException } from './starter-exception.js'

/** The template engines, the default first. */
export const engines = ['nunjucks', 'handlebars', 'eta', 'ejs', 'jsx', 'pug'] as const
/** The libraries that serve requests, the default first. */
export const hosts = ['express', 'fastify', 'hono'] as const
/** TypeScript, the default, and JavaScript. */
export const languages = ['ts', 'js'] as const

/** A template engine. */
export type EngineName = (typeof engines)[number]
/** A library that serves requests. */
export type HostName = (typeof hosts)[number]
/** TypeScript or JavaScript. */
export type Language = (typeof languages)[number]

/** The choices for a new application. */
export interface Choices {
  readonly engine: EngineName
  readonly host: HostName
  readonly language: Language
  /** Adds an API with `@mvc-router/rest`. */
  readonly rest: boolean
  /** Adds a style sheet. */
  readonly css: boolean
}

export const defaultChoices: Choices = {
  engine: 'nunjucks',
  host: 'express',
  language: 'ts',
  rest: false,
  css: false,
}

/** @throws StarterException if `words` does not contain `word`. The message suggests a similar choice. */
export function readChoice<Word extends string>(option: string, word: string, words: readonly Word[]): Word {
  const known = words.find((each) => each === word)
  if (known !== undefined) return known
  const nearest = closest(word, words)
  const hint = distance(word, nearest) <= 3 ? `; did you mean ${nearest}?` : ''
  throw new StarterException(`Expected --${option} to be ${words.join(', ')}, got "${word}"${hint}`)
}

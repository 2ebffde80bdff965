import { starterFiles, type Choices } from 'create-mvc-router'

const choices: Choices = { engine: 'eta', host: 'express', language: 'js', rest: false, css: true }
export const routes: string | undefined = starterFiles('shop', choices).get('routes.conf')

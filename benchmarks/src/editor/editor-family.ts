import type { BenchFamily } from '../report/bench-table.js'
import { measureEditor } from './measure-editor.js'

/** How long somebody who types waits for the language server. */
export const editorFamily: BenchFamily = {
  title: 'Answers in an editor',
  packages: [],
  async measure() {
    return [await measureEditor()]
  },
}

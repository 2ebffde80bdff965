import { compilePieces, parseRegularExpression, type Automaton } from '@mvc-router/constraint-language'

const expression = parseRegularExpression('[a-z]+')
export const automaton: Automaton = compilePieces([{ type: 'expression', expression }], 255)

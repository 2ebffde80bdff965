import { compilePieces, parseRegularExpression } from '@mvc-router/constraint-language'
import { strict as assert } from 'node:assert'

const expression = parseRegularExpression('[a-z]+(?:-[a-z]+)*')
const automaton = compilePieces([{ type: 'expression', expression }], 255)
assert.equal(automaton.accepts('hello-world'), true)
assert.equal(automaton.accepts('hello-'), false)

import { parseExpression, type SyntaxNode } from '@mvc-router/import/script'

export const node: SyntaxNode = parseExpression('a.b', 'a.ts')

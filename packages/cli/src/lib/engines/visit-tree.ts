/** Calls `found` for every node of a syntax tree. A parent comes before its children. */
export function visitTree<Node extends object>(
  value: unknown,
  isNode: (value: unknown) => value is Node,
  found: (node: Node) => void,
): void {
  const children = Array.isArray(value) ? (value as unknown[]) : isNode(value) ? Object.values(value) : []
  if (isNode(value)) found(value)
  for (const child of children) if (typeof child === 'object') visitTree(child, isNode, found)
}

import type { Evaluation } from '../program/evaluation.js'
import { importedName } from '../program/evaluate/module-statements.js'
import type { SourceModule } from '../program/source/source-module.js'
import type { Value } from '../program/values/values.js'
import { originOf } from '../program/values/known-facts.js'

/** Where a module gives a value to others. */
export interface ExportedName {
  readonly module: SourceModule
  /** `[]` is what `require` gives; of an ES module the first name is the export's. */
  readonly path: readonly string[]
}

/** Every value that some module of the program exports, by identity. */
export function exportedValues(evaluator: Evaluation): Map<Value, ExportedName> {
  const exported = new Map<Value, ExportedName>()
  for (const { module, moduleObject, namespace, scope } of evaluator.evaluated.values()) {
    if (module.isEsModule) {
      for (const name of namespace.fields.keys()) {
        const value = importedName(evaluator, namespace, name, { node: module.program, scope })
        add(exported, value, { module, path: [name] }, 2)
      }
    } else {
      const value = moduleObject.fields.get('exports')
      if (value !== undefined) add(exported, value, { module, path: [] }, 3)
    }
  }
  return exported
}

function add(exported: Map<Value, ExportedName>, value: Value, name: ExportedName, depth: number): void {
  if (value.type === 'constant' || depth < 0) return
  const known = exported.get(value)
  // What a module passes on belongs to the module that made it.
  const isHome = (each: ExportedName): boolean => originOf(value)?.scope.module.file === each.module.file
  if (known === undefined || (isHome(name) && !isHome(known))) exported.set(value, name)
  else if (known.module !== name.module || known.path.length <= name.path.length) return
  else exported.set(value, name)
  if (value.type === 'unknown' && value.packagePath !== undefined) return
  const members =
    value.type === 'object' || value.type === 'class' || value.type === 'function'
      ? value.fields
      : value.type === 'unknown'
        ? value.members
        : undefined
  for (const [key, member] of members ?? [])
    if (/^[A-Za-z_$][\w$]*$/.test(key))
      add(exported, member, { ...name, path: [...name.path, key] }, depth - 1)
}

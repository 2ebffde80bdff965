import { isScript } from '../../../script/script-files.js'
import { getOrInsert } from '@mvc-router/router-core/tools'
import { dirname, join } from 'node:path'
import type { EvaluatedModule, Evaluation } from '../evaluation.js'
import { packageValue } from '../natives/express-values.js'
import { platformModule } from '../natives/platform-values.js'
import { readJson } from '../source/json-files.js'
import { SourceModules, type UnreadModule } from '../source/source-module.js'
import { nodesIn } from '../../../script/syntax-fields.js'
import { jsonValue } from '../values/json-value.js'
import { constantOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { Scope, type ScopedNode, type PackagePath, type Value } from '../values/values.js'

/** The modules of a program: its files, JSON, the platform, and the packages that are understood. */
export class ProgramModules {
  readonly sources: SourceModules = new SourceModules()
  readonly unread: UnreadModule[] = []
  readonly #evaluation: Evaluation
  /** What is no program, by its specifier or file: the platform, packages, JSON. */
  readonly #known = new Map<string, Value>()
  /** Where values of the platform and of packages come from. */
  readonly #packagePaths = new Map<Value, PackagePath>()

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation
  }

  /** What `require` gives, or undefined for a file that cannot be read. */
  evaluate(file: string): EvaluatedModule | undefined {
    const known = this.#evaluation.evaluated.get(file)
    if (known !== undefined) return known
    const module = this.sources.read(file)
    if (!('program' in module)) {
      if (!this.unread.includes(module)) this.unread.push(module)
      return undefined
    }
    const scope = new Scope(module)
    const exportsObject = objectOf([])
    const moduleObject = objectOf([
      ['exports', exportsObject],
      ['filename', constantOf(file)],
    ])
    const evaluated: EvaluatedModule = { module, scope, moduleObject, namespace: objectOf([]) }
    this.#evaluation.evaluated.set(file, evaluated)
    const given = {
      module: moduleObject,
      exports: exportsObject,
      __filename: constantOf(file),
      __dirname: constantOf(dirname(file)),
    }
    for (const [name, value] of Object.entries(given))
      scope.bindings.set(name, { value, kind: 'parameter', depth: 0 })
    // The conditions around `require` do not hold within: a module runs once.
    try {
      this.#evaluation.statements(nodesIn(module.program, 'body'), scope)
    } finally {
      for (const [name, read] of evaluated.namespace.live) {
        const value = read()
        if (value !== undefined) evaluated.namespace.fields.set(name, value)
      }
    }
    return evaluated
  }

  /** The value of `require(specifier)` or `import * as`. */
  import(specifier: string, call: ScopedNode): Value {
    const from = call.scope.module.file
    const file = this.sources.resolve(specifier, from)
    if (file === undefined) {
      if (specifier.startsWith('.'))
        return unknownOf(specifier, { packagePath: { specifier: `${from}\n${specifier}`, path: [] } })
      return this.#package(specifier)
    }
    if (file.endsWith('.json')) return getOrInsert(this.#known, file, () => jsonValue(file))
    if (isExpressItself(file)) return this.#package('express')
    if (!isScript(file) && !hasNoExtension(file)) return unknownOf(specifier)
    const evaluated = this.evaluate(file)
    if (evaluated === undefined) return unknownOf(specifier)
    return evaluated.module.isEsModule && !evaluated.namespace.fields.has('export=')
      ? evaluated.namespace
      : (evaluated.namespace.fields.get('export=') ??
          evaluated.moduleObject.fields.get('exports') ??
          undefinedValue)
  }

  /** How a value is imported from its package, where it has one. */
  packagePathOf(value: Value): PackagePath | undefined {
    return (value.type === 'unknown' ? value.packagePath : undefined) ?? this.#packagePaths.get(value)
  }

  #package(specifier: string): Value {
    return getOrInsert(this.#known, specifier, () => {
      const value = platformModule(specifier, this.#evaluation) ?? packageValue(specifier, this.#evaluation)
      if (value === undefined) return unknownOf(specifier, { packagePath: { specifier, path: [] } })
      this.#packagePaths.set(value, { specifier, path: [] })
      if ('fields' in value)
        for (const [name, member] of value.fields)
          if (member !== value) this.#packagePaths.set(member, { specifier, path: [name] })
      return value
    })
  }
}

/** Examples in Express's own repository load it by a path. */
function isExpressItself(file: string): boolean {
  const folder = /^(.*)\/(?:index|lib\/express)\.js$/.exec(file)?.[1]
  return folder !== undefined && readJson(join(folder, 'package.json'))?.['name'] === 'express'
}

function hasNoExtension(file: string): boolean {
  return !/\.[a-z]+$/i.test(file.split('/').at(-1) ?? '')
}

import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions, type OptionNames, refusePromise } from '@mvc-router/router-core/tools'
import { wrongParameter } from '../../exceptions/rest-exceptions.js'
import type {
  EntityDeclaration,
  KeyOptions,
  ModelFieldOptions,
  RelationOptions,
} from './entity-declaration.js'
import type {
  EntityDefinition,
  FieldDefinition,
  FieldOptions,
  FieldType,
  KeyDefinition,
  KeyType,
  RelationDefinition,
  Type,
} from '../entity-definition.js'
import { hideInJson } from './hide-in-json.js'
import { buildFieldRules } from './field-rules.js'
import { registerEntity } from '../entity-of.js'
import { expectedKeys, parseKeyText, type KeyValue } from '../key-text.js'
import { expectedValues } from '../read/read-value.js'
import { recordOf } from '../record-of.js'
import { isViewType, type ViewType } from '../view-type.js'

const propertyName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'toJSON'])
/** Properties that HAL reserves (draft-kelly-json-hal). */
const halNames: ReadonlySet<string> = new Set(['_links', '_embedded'])
const declarationOptions: OptionNames<EntityDeclaration> = {
  name: true,
  table: true,
  key: true,
  fields: true,
  relations: true,
  version: true,
  rowToken: true,
  views: true,
  schema: true,
  description: true,
}
const keyOptionNames: OptionNames<KeyOptions> = { type: true, generated: true, column: true }
export const modelFieldOptions: OptionNames<ModelFieldOptions> = {
  type: true,
  default: true,
  minLength: true,
  maxLength: true,
  length: true,
  pattern: true,
  format: true,
  notBlank: true,
  notEmpty: true,
  digits: true,
  time: true,
  min: true,
  max: true,
  range: true,
  enum: true,
  model: true,
  many: true,
  description: true,
}
const fieldOptions: OptionNames<FieldOptions> = {
  ...modelFieldOptions,
  readOnly: true,
  hidden: true,
  writeOnly: true,
  unique: true,
  index: true,
  references: true,
  column: true,
}
const relationOptions: OptionNames<RelationOptions> = { entity: true, by: true, many: true }
const usualRowToken = 'rowToken'
const allKeyTypes: ReadonlySet<string> = new Set<KeyType>(['integer', 'bigint', 'string', 'uuid', 'objectId'])

/** @throws ConfigurationException for a wrong declaration. */
export function buildEntityDefinition<Entity extends object, Id>(
  type: Type<Entity>,
  declaration: EntityDeclaration,
): EntityDefinition<Entity, Id> {
  const { name } = declaration
  checkName(name, 'name')
  checkOptions(`The entity ${name}`, declaration, declarationOptions)
  for (const part of ['key', 'fields'] as const)
    if (typeof declaration[part] !== 'object' || declaration[part] === null)
      throw new ConfigurationException(part, `${name} needs ${part}, an object`)
  const key = buildKey(declaration)
  const fields = Object.entries(declaration.fields).map(([field, options]) => buildField(field, options))
  const { rowToken = key.generated ? false : usualRowToken } = declaration
  if (rowToken !== false) fields.push(buildField(rowToken, { type: 'uuid?', readOnly: true, hidden: true }))
  if (declaration.version !== undefined)
    fields.push(buildField(declaration.version, { type: 'integer', readOnly: true }))
  const relations = buildRelations(declaration, fields)
  const properties = [key.name, ...fields.map((field) => field.name)]
  const names = [...properties, ...relations.map((relation) => relation.name)]
  const views = buildViews(declaration, names)
  const ofHal = names.find((property) => halNames.has(property))
  if (ofHal !== undefined)
    throw new ConfigurationException(
      'fields',
      `${name} declares "${ofHal}", a property of HAL answers; rename it; a field may keep "${ofHal}" as its column`,
    )
  const twice = names.find((property, index) => names.indexOf(property) !== index)
  if (twice !== undefined) throw new ConfigurationException('fields', `${name} declares "${twice}" twice`)
  refuseSharedColumn(name, [key, ...fields])
  if (declaration.schema !== undefined && typeof declaration.schema?.['~standard']?.validate !== 'function')
    throw new ConfigurationException('schema', `The schema of ${name} is no Standard Schema`)

  const fieldsByName = new Map(fields.map((field) => [field.name, field]))
  const definition: EntityDefinition<Entity, Id> = Object.freeze({
    name,
    table: declaration.table ?? snakeCase(name),
    type,
    key,
    fields,
    relations,
    version: declaration.version,
    rowToken: rowToken === false ? undefined : rowToken,
    views,
    schema: declaration.schema,
    description: declaration.description,
    field: (field: string) => fieldsByName.get(field),
    create: entityFactory(type, properties),
    keyOf: (entity: Entity) => (recordOf(entity)[key.name] as Id | null | undefined) ?? undefined,
    parseKey: (text: string, parameter = 'id') => parseKey(name, key.type, text, parameter) as Id,
  })
  registerEntity(definition)
  hideInJson(definition)
  return definition
}

function buildKey({ name, key }: EntityDeclaration): KeyDefinition {
  const [entry, ...others] = Object.entries(key)
  if (entry === undefined || others.length > 0)
    throw new ConfigurationException('key', `The key of ${name}: expected exactly one property`)
  const [property, options] = entry
  checkName(property, 'key')
  const keyOptions: KeyOptions = typeof options === 'string' ? { type: options } : options
  checkOptions(`The key of ${name}`, keyOptions, keyOptionNames)
  const { type, generated, column } = keyOptions
  if (!allKeyTypes.has(type))
    throw new ConfigurationException(
      'key',
      `The key of ${name} has the type "${type}"; there are ${[...allKeyTypes].join(', ')}`,
    )
  return {
    name: property,
    type,
    generated: generated ?? type !== 'string',
    column: column ?? snakeCase(property),
  }
}

export function buildField(name: string, declared: FieldOptions['type'] | FieldOptions): FieldDefinition {
  checkName(name, 'fields')
  const options: FieldOptions = typeof declared === 'string' ? { type: declared } : declared
  checkOptions(`The field ${name}`, options, fieldOptions)
  const declaredType: unknown = options.type
  if (typeof declaredType !== 'string')
    throw new ConfigurationException('type', `The field ${name} needs a type`)
  const nullable = declaredType.endsWith('?')
  const type = nullable ? declaredType.slice(0, -1) : declaredType
  if (!isFieldType(type))
    throw new ConfigurationException(
      'fields',
      `The field ${name} has the type "${type}"; there are ${Object.keys(expectedValues).join(', ')}`,
    )
  const { readOnly = false, writeOnly = false, unique = false, column } = options
  const { hidden = writeOnly, index = false, model, many = false } = options
  if (writeOnly && (readOnly || !hidden))
    throw new ConfigurationException(
      'writeOnly',
      `${name} is writeOnly: it is hidden, and cannot be readOnly`,
    )
  if (index && (type === 'json' || type === 'bytes'))
    throw new ConfigurationException('index', `The field ${name} of type ${type} has no order to index it by`)
  if ((model !== undefined && type !== 'json') || (many && model === undefined))
    throw new ConfigurationException(
      'model',
      `model of ${name}: a model needs the type json, and many needs a model`,
    )
  return {
    ...options,
    ...buildFieldRules(name, type, options),
    name,
    type,
    nullable,
    readOnly,
    hidden,
    writeOnly,
    defaultValue: defaultValueOf(name, options),
    unique,
    indexed: index,
    many,
    column: column ?? snakeCase(name),
  }
}

/** Refuses `authorId` and `author_id`, which would overwrite each other in one column. */
function refuseSharedColumn(entity: string, properties: readonly (KeyDefinition | FieldDefinition)[]): void {
  const owners = new Map<string, string>()
  for (const { name, column } of properties) {
    const owner = owners.get(column)
    if (owner !== undefined)
      throw new ConfigurationException(
        'column',
        `${entity} has "${owner}" and "${name}" in one column, ${column}; declare another column`,
      )
    owners.set(column, name)
  }
}

function defaultValueOf(name: string, options: FieldOptions): (() => unknown) | undefined {
  const given = options.default
  if (given === undefined) return undefined
  if (typeof given !== 'function') return () => given
  return () => {
    const value: unknown = Reflect.apply(given, undefined, [])
    refusePromise(`The default of ${name}`, 'a value', value)
    return value
  }
}

function buildRelations(
  { name, relations = {} }: EntityDeclaration,
  fields: readonly FieldDefinition[],
): readonly RelationDefinition[] {
  return Object.entries(relations).map(([property, options]) => {
    checkName(property, 'relations')
    checkOptions(`The relation ${property}`, options, relationOptions)
    const { entity, by, many = false } = options
    if (!many && !fields.some((field) => field.name === by))
      throw new ConfigurationException(
        'relations',
        `The relation ${name}.${property} needs the field "${by}", which ${name} does not have`,
      )
    return { name: property, entity, by, many }
  })
}

function buildViews(
  { name, views = {} }: EntityDeclaration,
  properties: readonly string[],
): ReadonlyMap<string, readonly ViewType[]> {
  return new Map(
    Object.entries(views).map(([property, declared]) => {
      const list = [declared].flat()
      if (!properties.includes(property))
        throw new ConfigurationException(
          'views',
          `${name} has no property "${property}" to be marked with a view`,
        )
      if (!list.every(isViewType))
        throw new ConfigurationException('views', `${name}.${property} has a view that is not a class`)
      return [property, list]
    }),
  )
}

function entityFactory<Entity extends object>(
  type: Type<Entity>,
  properties: readonly string[],
): (values: Readonly<Record<string, unknown>>) => Entity {
  return (values) => {
    const entity: Entity = Reflect.construct(type, [])
    const record = recordOf(entity)
    for (const property of properties) record[property] = values[property] ?? record[property] ?? null
    return entity
  }
}

function parseKey(entity: string, type: KeyType, text: string, parameter: string): KeyValue {
  const key = parseKeyText(type, text)
  if (key === undefined)
    throw wrongParameter(parameter, 'type', `The id of ${entity}: expected ${expectedKeys[type]}`)
  return key
}

function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(expectedValues, type)
}

export function checkName(name: unknown, option: string): asserts name is string {
  if (typeof name !== 'string' || !propertyName.test(name) || reservedNames.has(name))
    throw new ConfigurationException(
      option,
      `"${String(name)}" cannot be a name here; use letters, digits and _`,
    )
}

function snakeCase(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

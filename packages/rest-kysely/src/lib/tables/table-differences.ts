import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/database.js'
import type { DatabaseFamily } from '../database/database-family.js'
import {
  type EntityDefinition,
  type FieldDefinition,
  type FieldType,
  fractionDigits,
  isCountedKey,
  type KeyDefinition,
} from '@mvc-router/rest/store'

interface Column {
  readonly name: string
  /** The database's type in lower case: `character varying(50)`. */
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  /** True if the database computes the values and refuses others. */
  readonly isComputed: boolean
  readonly isUnique: boolean
}

/** Returns a sentence for each difference between an entity and its table that lets requests fail. */
export async function tableDifferences(
  database: Database,
  { table, key, fields }: EntityDefinition,
): Promise<readonly string[]> {
  const columns = new Map((await columnsOf(database, table)).map((column) => [column.name, column]))
  const known = new Set([key.column, ...fields.map(({ column }) => column)])
  return [
    ...differencesOf({ ...key, nullable: false, unique: true }, columns.get(key.column), database.family),
    ...fields.flatMap((field) => differencesOf(field, columns.get(field.column), database.family)),
    ...Array.from(columns.values())
      .filter(({ name, isNullable, hasDefault }) => !known.has(name) && !isNullable && !hasDefault)
      .map(({ name }) => `the column ${name} must have a value, but no field writes it`),
  ]
}

function differencesOf(
  property: (KeyDefinition | FieldDefinition) & Pick<FieldDefinition, 'nullable' | 'unique'>,
  column: Column | undefined,
  family: DatabaseFamily,
): readonly string[] {
  const { type, nullable, unique } = property
  const owner = `the ${'generated' in property ? 'key' : 'field'} ${property.name}`
  if (column === undefined) return [`there is no column ${property.column} for ${owner} of type ${type}`]
  const differences: string[] = []
  if (!holds(column.type, type, family))
    differences.push(`the column ${column.name} is of type ${column.type}, which holds no ${type}`)
  if (column.isComputed)
    differences.push(`the database computes the column ${column.name}, so ${owner} cannot be written`)
  if ('generated' in property && isCountedKey(property) && !column.hasDefault)
    differences.push(`the column ${column.name} is not counted up, but ${owner} must be`)
  if (nullable && !column.isNullable)
    differences.push(`the column ${column.name} refuses null, but ${owner} may be null`)
  if (unique && !column.isUnique)
    differences.push(`the column ${column.name} is not unique, but ${owner} must be`)
  const room = Number(
    /^(?:character varying|varchar|character|char)\((\d+)\)/.exec(column.type)?.[1] ?? Infinity,
  )
  const maxLength = 'maxLength' in property ? (property.maxLength ?? 0) : 0
  const scale = Number(/^(?:numeric|decimal)\(\d+,\s*(\d+)\)/.exec(column.type)?.[1] ?? Infinity)
  const fraction = fractionOf(property)
  if (fraction > scale)
    differences.push(
      `the column ${column.name} holds ${scale} digits after the point, but ${owner} may have ${fraction}`,
    )
  const changed = changedTexts(property, column.type, family)
  if (changed !== undefined) differences.push(`the column ${column.name} ${changed}`)
  if (maxLength > room)
    differences.push(`the column ${column.name} holds ${room} characters, but ${owner} may have ${maxLength}`)
  return differences
}

/**
 * Finds a column of fixed length that changes texts. PostgreSQL pads texts with spaces. MySQL removes spaces from the
 * end of a text. A pattern or an enum is trusted to allow no spaces at the end.
 */
function changedTexts(
  property: KeyDefinition | FieldDefinition,
  columnType: string,
  family: DatabaseFamily,
): string | undefined {
  const length = Number(/^(?:character|char)\((\d+)\)/.exec(columnType)?.[1] ?? 0)
  const rules: Partial<FieldDefinition> = 'nullable' in property ? property : {}
  if (family === 'mysql') {
    const isFree = property.type === 'string' && rules.pattern === undefined && rules.enum === undefined
    return length > 0 && isFree ? 'removes blanks from the end of texts' : undefined
  }
  const isFilled = family === 'postgres' && shortest(property.type, rules) < length
  return isFilled ? `pads texts with blanks to ${length} characters` : undefined
}

function shortest(type: FieldType, { minLength = 0, enum: values }: Partial<FieldDefinition>): number {
  if (type === 'uuid') return 36
  if (type === 'objectId') return 24
  return values === undefined ? minLength : Math.min(...values.map((value) => String(value).length))
}

function fractionOf(property: KeyDefinition | FieldDefinition): number {
  if (property.type !== 'decimal' || !('nullable' in property)) return 0
  return Math.min(property.digits?.fraction ?? fractionDigits, fractionDigits)
}

const texts = /^(?:character|char|varchar|text|tinytext|mediumtext|longtext|citext|enum|")/
const integers = /^(?:tinyint|smallint|mediumint|int|bigint|serial|bigserial|numeric|decimal)/
const numbers = /^(?:double|numeric|decimal)/
const decimals = /^(?:numeric|decimal)/

const alike = {
  string: texts,
  integer: integers,
  bigint: integers,
  number: numbers,
  decimal: decimals,
  objectId: texts,
}

/** Column types that hold the values of a field type without rounding. In SQLite, every column holds every value. */
const holding: Readonly<Record<'postgres' | 'mysql', Readonly<Record<FieldType, RegExp>>>> = {
  postgres: {
    ...alike,
    boolean: /^boolean/,
    date: /^date/,
    datetime: /^timestamp(?!\([0-2]\))/,
    bytes: /^bytea/,
    uuid: /^(?:uuid|character|text)/,
    json: /^jsonb?/,
  },
  mysql: {
    ...alike,
    boolean: /^(?:tinyint|bit|bool)/,
    date: /^date$/,
    datetime: /^(?:datetime|timestamp)\([3-6]\)/,
    bytes: /^(?:tiny|medium|long)?blob|^(?:var)?binary/,
    uuid: /^(?:uuid|char|varchar|text)/,
    json: /^(?:json|longtext|mediumtext|text)/,
  },
}

function holds(columnType: string, type: FieldType, family: DatabaseFamily): boolean {
  return family === 'sqlite' || holding[family][type].test(columnType)
}

async function columnsOf({ family, kysely }: Database, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Record<keyof Column, unknown>>`${columnsIn[family](table)}`.execute(kysely)
  return rows.map(({ name, type, isNullable, hasDefault, isComputed, isUnique }) => ({
    name: String(name),
    type: String(type).toLowerCase(),
    isNullable: isTrue(isNullable),
    hasDefault: isTrue(hasDefault),
    isComputed: isTrue(isComputed),
    isUnique: isTrue(isUnique),
  }))
}

function isTrue(value: unknown): boolean {
  return value === true || Number(value) === 1
}

const columnsIn: Readonly<Record<DatabaseFamily, (table: string) => RawBuilder<unknown>>> = {
  sqlite: (table) => sql`
    select name, type, "notnull" = 0 and pk = 0 as "isNullable",
      dflt_value is not null or (pk = 1 and lower(type) = 'integer') as "hasDefault", 0 as "isComputed",
      pk = 1 and not exists (select 1 from pragma_table_info(${table}) other where other.pk > 1)
        or exists (
          select 1 from pragma_index_list(${table}) list
          where list."unique" = 1 and list.partial = 0
            and (select group_concat(info.name) from pragma_index_info(list.name) info) = col.name
        ) as "isUnique"
    from pragma_table_info(${table}) col`,
  postgres: (table) => sql`
    select attname as name, not attnotnull as "isNullable",
      case typtype
        when 'd' then format_type(typbasetype, typtypmod)
        when 'e' then 'enum ' || typname
        else format_type(atttypid, atttypmod)
      end as type,
      atthasdef or attidentity <> '' as "hasDefault", attgenerated <> '' as "isComputed",
      exists (
        select 1 from pg_index
        where indrelid = attrelid and indisunique and indpred is null and indnkeyatts = 1 and indkey[0] = attnum
      ) as "isUnique"
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`,
  mysql: (table) => sql`
    select column_name as name, column_type as type, is_nullable = 'YES' as isNullable,
      column_default is not null or extra like '%auto_increment%' or extra like '%GENERATED%' as hasDefault,
      extra like '%VIRTUAL GENERATED%' or extra like '%STORED GENERATED%' as isComputed,
      exists (
        select 1 from information_schema.statistics parts
        where parts.table_schema = col.table_schema and parts.table_name = col.table_name and parts.non_unique = 0
        group by parts.index_name
        having count(*) = 1 and max(parts.column_name) = col.column_name
      ) as isUnique
    from information_schema.columns col
    where col.table_schema = database() and col.table_name = ${table}`,
}

import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { recordOf } from '../../entity/record-of.js'
import type { SecretKeys } from '../../secret-keys.js'
import { canonicalJson } from './canonical-json.js'
import type { EntityTags } from './entity-tag.js'

/** 22 base64 characters are 132 bits, so nobody can find two rows with the same state. */
const stateLength = 22
const stateOfTag = /^"([\w-]+)\./

/** The state of a row or a collection, signed with each key. Answers show the first; requests may send any of them. */
export type State = readonly [string, ...string[]]

/**
 * Creates the entity tags of rows and collections. Before the dot is the stored state, which a write compares. After the dot
 * is a hash of the text in one format and view.
 *
 * A state includes hidden fields. It is an HMAC, because with a hash without a key a client could guess hidden fields.
 */
export class StateTags {
  readonly #secrets: SecretKeys

  constructor(secrets: SecretKeys) {
    this.#secrets = secrets
  }

  /**
   * Returns the state of a row. It is the same only if all values are the same, even after a deletion and new creation.
   */
  ofRow(entity: object, { name, key, fields }: EntityDefinition): State {
    const record = recordOf(entity)
    const values = [key, ...fields].map((property) => record[property.name])
    const text = `row ${name} ${canonicalJson(values)}`
    return this.#sign(() => text)
  }

  /** Returns the state of a collection, which does not depend on the order of its rows. */
  ofCollection(entities: readonly object[], definition: EntityDefinition): State {
    const rows = entities.map((entity) => this.ofRow(entity, definition))
    const statesBy = (index: number): string =>
      rows
        .map((states) => states[index])
        // Sorted by UTF-16 units, because the order must not depend on the locale.
        .toSorted((left = '', right = '') => (left < right ? -1 : Number(left > right)))
        .join()
    return this.#sign((index) => `rows ${definition.name} ${statesBy(index)}`)
  }

  /** Returns the tags of a text that shows a state. The suffix distinguishes formats. */
  tagsOf(state: State, text: string, suffix: string): State {
    const shown = this.#sign(() => `text ${text}`)
    return eachOf(state, (one, index) => `"${one}.${shown[index]}${suffix}"`)
  }

  /** @param textOf returns the text to sign with the key of an index */
  #sign(textOf: (index: number) => string): State {
    return eachOf(this.#secrets.for('entity tags'), (key, index) =>
      crypto().createHmac('sha256', key).update(textOf(index)).digest('base64url').slice(0, stateLength),
    )
  }
}

function eachOf<Item>(
  [first, ...others]: readonly [Item, ...Item[]],
  make: (item: Item, index: number) => string,
): State {
  return [make(first, 0), ...others.map((item, index) => make(item, index + 1))]
}

/** True if one of the strong tags belongs to a representation of this state. */
export function namesState(tags: EntityTags, state: readonly string[]): boolean {
  return tags === '*' || tags.some((tag) => state.includes(stateOfTag.exec(tag)?.[1] ?? ''))
}

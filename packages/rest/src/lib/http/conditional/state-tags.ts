import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { recordOf } from '../../entity/record-of.js'
import type { SecretKeys } from '../../secret-keys.js'
import { canonicalJson } from './canonical-json.js'
import type { EntityTags } from './entity-tag.js'

/** 132 bits: nobody finds two rows with the same one. */
const stateLength = 22
const stateOfTag = /^"([\w-]+)\./

/** The state of a row or a collection, once for each key: the first one is shown, each of them is accepted. */
export type State = readonly [string, ...string[]]

/**
 * Makes the entity tags of rows and collections: in front of the dot the state of what is stored, which a write compares,
 * behind it the text that shows the state in one format and view.
 *
 * A state covers hidden fields, too. It is an HMAC, since whoever could compute it would try values of the hidden fields
 * until one fits.
 */
export class StateTags {
  readonly #secrets: SecretKeys

  constructor(secrets: SecretKeys) {
    this.#secrets = secrets
  }

  /** Two states of one row, before and after its deletion too, are the same only if nothing in the row differs. */
  ofRow(entity: object, { name, key, fields }: EntityDefinition): State {
    const record = recordOf(entity)
    const values = [key, ...fields].map((property) => record[property.name])
    const text = `row ${name} ${canonicalJson(values)}`
    return this.#sign(() => text)
  }

  /** The state of a whole collection, in any order. */
  ofCollection(entities: readonly object[], definition: EntityDefinition): State {
    const rows = entities.map((entity) => this.ofRow(entity, definition))
    const statesBy = (index: number): string =>
      rows
        .map((states) => states[index])
        // By UTF-16 units: the order must not depend on the locale.
        .toSorted((left = '', right = '') => (left < right ? -1 : Number(left > right)))
        .join()
    return this.#sign((index) => `rows ${definition.name} ${statesBy(index)}`)
  }

  /** The tags of a text that shows a state; the suffix keeps formats apart. */
  tagsOf(state: State, text: string, suffix: string): State {
    const shown = this.#sign(() => `text ${text}`)
    return eachOf(state, (one, index) => `"${one}.${shown[index]}${suffix}"`)
  }

  /** @param textOf given the index of a key */
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

import { crypto } from '@mvc-router/router-core/tools'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import { recordOf } from '../../entity/record-of.js'
import type { SecretKeys } from '../../secret-keys.js'
import { canonicalJson } from './canonical-json.js'
import type { EntityTags } from './tag-headers.js'

/** 22 base64 characters are 132 bits, so two rows never have the same state by chance. */
const stateLength = 22
const stateOfTag = /^"([\w-]+)\./

/** A state, signed with each secret. Answers contain the first signature. Requests may contain any signature. */
export type State = readonly [string, ...string[]]

/**
 * Creates entity tags such as `"state.text"`. A write compares only the state, which signs all stored values. The
 * second part signs the text in one format and view. The state is an HMAC, because a client could guess hidden fields
 * from a hash without a key.
 */
export class RowTags {
  readonly #secrets: SecretKeys

  constructor(secrets: SecretKeys) {
    this.#secrets = secrets
  }

  /** Two states are equal only if all values are equal, including the row token. */
  ofRow(entity: object, { name, key, fields }: EntityDefinition): State {
    const record = recordOf(entity)
    const values = [key, ...fields].map((property) => record[property.name])
    const text = `row ${name} ${canonicalJson(values)}`
    return this.#sign(() => text)
  }

  /** The state does not depend on the order of the rows. */
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

/** True if one of the tags contains the state. */
export function namesState(tags: EntityTags, state: readonly string[]): boolean {
  return tags === '*' || tags.some((tag) => state.includes(stateOfTag.exec(tag)?.[1] ?? ''))
}

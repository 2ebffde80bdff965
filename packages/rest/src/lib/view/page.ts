import { Envelope } from './json-view.js'

/**
 * A page of a list. Its JSON has these properties in this order, in every view. A page by number has no `next`, and has
 * totals only if the rows were counted. A page by cursor has only `content`, `size` and `next`.
 */
@Envelope
export class Page<T> {
  readonly content: readonly T[]
  readonly totalPages: number | undefined
  readonly totalElements: number | undefined
  readonly size: number
  /** Counts from 0, but the request parameter `page` counts from 1. */
  readonly number: number | undefined
  readonly numberOfElements: number | undefined
  /** The cursor of the next page, or `null` at the end. */
  readonly next: string | null | undefined
  readonly #hasNext: boolean

  constructor(content: readonly T[], { number, size, totalElements, hasNext, next }: PageFigures) {
    this.content = content
    this.totalPages = totalElements === undefined ? undefined : Math.ceil(totalElements / size)
    this.totalElements = totalElements
    this.size = size
    this.number = number
    this.numberOfElements = number === undefined ? undefined : content.length
    this.next = next
    this.#hasNext = hasNext ?? (number === undefined ? next !== null : number + 1 < (this.totalPages ?? 0))
  }

  hasNext(): boolean {
    return this.#hasNext
  }
}

/** A page needs `number` and `totalElements`, or `number` and `hasNext`, or `next`. */
export interface PageFigures {
  readonly size: number
  readonly number?: number | undefined
  readonly totalElements?: number | undefined
  readonly hasNext?: boolean | undefined
  readonly next?: string | null | undefined
}

import { Envelope } from './json-view.js'

/** One page of a list. Its JSON has exactly these six properties, in this order, in every view. */
@Envelope
export class Page<T> {
  readonly content: readonly T[]
  readonly totalPages: number
  readonly totalElements: number
  readonly size: number
  /** From 0, although the request parameter `page` counts from 1. */
  readonly number: number
  readonly numberOfElements: number

  constructor(
    content: readonly T[],
    { number, size, totalElements }: { number: number; size: number; totalElements: number },
  ) {
    this.content = content
    this.totalPages = Math.ceil(totalElements / size)
    this.totalElements = totalElements
    this.size = size
    this.number = number
    this.numberOfElements = content.length
  }
}

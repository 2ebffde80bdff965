import { AsyncLocalStorage } from 'node:async_hooks'
import { requestHasEnded, untilRequestEnds } from '../request-end.js'
import type { Store } from './row-store.js'
import type { TransactionOptions } from '../repository/paging-and-sorting-repository.js'

interface Frame<Transaction = unknown> {
  readonly store: object
  readonly transaction: Transaction
  /** The frame in which this frame began, perhaps of another store. */
  readonly outer: Frame | undefined
  last: Promise<unknown>
  isOver: boolean
}

/** All stores share one storage, because each storage slows down every promise of the process in Node 20 and 22. */
const frames = new AsyncLocalStorage<Frame>()

/** @throws ServiceUnavailableException after the end of the transaction, because another may have the connection */
function frameOf<Transaction>(store: Store<Transaction>): Frame<Transaction> | undefined {
  let frame = frames.getStore()
  while (frame !== undefined && frame.store !== store) frame = frame.outer
  if (frame?.isOver === true) throw requestHasEnded()
  return frame as Frame<Transaction> | undefined
}

/** Returns the transaction in which a statement of a store runs. */
export function currentTransaction<Transaction>(store: Store<Transaction>): Transaction | undefined {
  return frameOf(store)?.transaction
}

/** A connection can only undo to its last savepoint, so inner transactions run one after the other. */
export async function inTransaction<Transaction, Result>(
  store: Store<Transaction>,
  work: () => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const outer = frameOf(store)
  const begin = async (): Promise<Result> => {
    if (outer?.isOver === true) throw requestHasEnded()
    return store.begin(outer?.transaction, async (transaction) => runIn(store, transaction, work), options)
  }
  if (outer === undefined) return begin()
  const turn = outer.last.then(begin)
  outer.last = turn.catch(() => undefined)
  return turn
}

async function runIn<Result>(
  store: object,
  transaction: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const frame = { store, transaction, outer: frames.getStore(), last: Promise.resolve(), isOver: false }
  try {
    return await frames.run(frame, async () => untilRequestEnds(work))
  } finally {
    frame.isOver = true
  }
}

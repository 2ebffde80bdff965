/** What both applications are about: the tickets of projects, in memory. */
export interface Ticket {
  readonly number: number
  readonly title: string
  readonly open: boolean
}

export class TicketStore {
  readonly #tickets = new Map<string, Ticket[]>([
    [
      'apollo',
      [
        { number: 1, title: 'Guidance alarm 1202', open: true },
        { number: 2, title: 'Boots are dusty', open: false },
      ],
    ],
    ['soyuz', []],
  ])

  get projects(): string[] {
    return [...this.#tickets.keys()]
  }

  list(project: string, state?: string): Ticket[] | undefined {
    const tickets = this.#tickets.get(project)
    return state === 'open' ? tickets?.filter(({ open }) => open) : tickets
  }

  find(project: string, number: number): Ticket | undefined {
    return this.#tickets.get(project)?.find((ticket) => ticket.number === number)
  }

  add(project: string, title: string): Ticket | undefined {
    const tickets = this.#tickets.get(project)
    const ticket = { number: (tickets?.length ?? 0) + 1, title, open: true }
    tickets?.push(ticket)
    return tickets && ticket
  }

  close(project: string, number: number): boolean {
    const tickets = this.#tickets.get(project) ?? []
    const index = tickets.findIndex((ticket) => ticket.number === number)
    const ticket = tickets[index]
    if (ticket !== undefined) tickets[index] = { ...ticket, open: false }
    return ticket !== undefined
  }
}

/** A query parameter that may be missing or repeated. */
export function queryText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

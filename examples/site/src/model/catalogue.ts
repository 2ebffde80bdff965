export interface Book {
  /** The name of the book in URLs. */
  readonly slug: string
  readonly title: string
  readonly author: string
  readonly genre: Genre
  readonly genreText: string
  readonly year: number
  readonly pages: number
  /** In cents. */
  readonly price: number
  readonly priceText: string
  /** The hue of its cover, in degrees. */
  readonly hue: number
  readonly blurb: string
}

export type Genre = (typeof genres)[number]

export const genres = ['novels', 'science-fiction', 'poetry', 'travel', 'science'] as const

/** Returns the name of a genre for visitors, such as `science fiction` for `science-fiction`. */
export function formatGenre(genre: string): string {
  return genre.replace('-', ' ')
}

export function isGenre(name: string): name is Genre {
  return (genres as readonly string[]).includes(name)
}

export interface CatalogueFilter {
  readonly genre?: string | undefined
  /** A text in the title or the author, in any case. */
  readonly search?: string | undefined
  readonly sort?: string | undefined
  /** From 1. */
  readonly page?: number | undefined
}

export interface CataloguePage {
  readonly books: readonly Book[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

const pageSize = 6

/** Returns a page of the books that fit the filter. A page after the last one is empty. */
export function findBooks({ genre, search = '', sort = 'title', page = 1 }: CatalogueFilter): CataloguePage {
  const wanted = search.trim().toLowerCase()
  const found = books
    .filter((book) => genre === undefined || book.genre === genre)
    .filter((book) => `${book.title} ${book.author}`.toLowerCase().includes(wanted))
    .toSorted(orders.get(sort) ?? byTitle)
  const start = (page - 1) * pageSize
  return {
    books: found.slice(start, start + pageSize),
    total: found.length,
    page,
    pages: Math.max(1, Math.ceil(found.length / pageSize)),
  }
}

export function findBook(slug: string): Book | undefined {
  return books.find((book) => book.slug === slug)
}

/** Returns at most three other books of the same genre. */
export function findRelated({ slug, genre }: Book): Book[] {
  return books.filter((book) => book.genre === genre && book.slug !== slug).slice(0, 3)
}

/** Returns cents as a price: 1890 is `€18.90`. */
export function formatPrice(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`
}

const byTitle = (left: Book, right: Book): number => left.title.localeCompare(right.title, 'en')

const orders: ReadonlyMap<string, (left: Book, right: Book) => number> = new Map([
  ['title', byTitle],
  ['price', (left, right): number => left.price - right.price],
  ['newest', (left, right): number => right.year - left.year],
])

export const sortNames: readonly string[] = [...orders.keys()]

const books: readonly Book[] = [
  [
    'The Lighthouse Keeper’s Atlas',
    'Mara Lindqvist',
    'novels',
    2019,
    312,
    1890,
    205,
    'A keeper who has never left her rock draws the world from what the sea brings ashore.',
  ],
  [
    'Salt & Ashes',
    'Tomás Iriarte',
    'novels',
    2022,
    268,
    1650,
    18,
    'Two brothers inherit a bakery, a debt, and a recipe that neither can read.',
  ],
  [
    'The Clockmaker of Żelazna Street',
    'Ewa Nowicka',
    'novels',
    2017,
    401,
    2100,
    42,
    'Every clock in the shop shows a different year, and one of them is right.',
  ],
  [
    'Winter Has No Windows',
    'Jonas Falk',
    'novels',
    2024,
    224,
    1590,
    220,
    'A house in the far north, a guest who will not leave, and four months of night.',
  ],
  [
    'A Short History of Rain',
    'Ngozi Adeyemi',
    'novels',
    2021,
    356,
    1990,
    190,
    'Three generations of a family that sells umbrellas in a city where it stopped raining.',
  ],
  [
    'Signal from Europa',
    'Ren Takahashi',
    'science-fiction',
    2023,
    448,
    2250,
    265,
    'The ice answers in prime numbers, then in jokes.',
  ],
  [
    'The Last Compiler',
    'Ada Brandt',
    'science-fiction',
    2020,
    380,
    1950,
    140,
    'When nobody remembers how the machines were built, a librarian starts to read.',
  ],
  [
    'Gravity’s Orchard',
    'Luis Ferreira',
    'science-fiction',
    2018,
    332,
    1790,
    95,
    'Apples grow on a wheel in orbit. Someone is stealing them, upwards.',
  ],
  [
    'Nine Minutes of Sunlight',
    'Priya Raman',
    'science-fiction',
    2025,
    290,
    1850,
    30,
    'A relay station hears that the sun went out. It has nine minutes to decide whether to believe it.',
  ],
  [
    'The Moth Protocol',
    'Ada Brandt',
    'science-fiction',
    2016,
    410,
    1690,
    320,
    'Soldiers who dream alike wake up in each other’s wars.',
  ],
  [
    'Small Hours, Large Rooms',
    'Ines Moreau',
    'poetry',
    2021,
    96,
    1290,
    280,
    'Poems for three in the morning, to be read with one light on.',
  ],
  [
    'What the River Kept',
    'Dewi Pritchard',
    'poetry',
    2015,
    112,
    1190,
    175,
    'A year of walking one Welsh river from mouth to spring.',
  ],
  [
    '50% Off Everything but Love',
    'Kit Okafor',
    'poetry',
    2024,
    88,
    1350,
    345,
    'Shop-window verses: short, bright, and not for sale.',
  ],
  [
    'By Slow Train to Samarkand',
    'Hannah Weiss',
    'travel',
    2019,
    344,
    1990,
    25,
    'Eleven borders, nine gauges of track, and one very patient cat.',
  ],
  [
    'An Island Is a Question',
    'Callum MacAskill',
    'travel',
    2022,
    276,
    1750,
    160,
    'Forty Scottish islands, asked the same thing.',
  ],
  [
    'Walking the Meridian',
    'Sofia Lindgren',
    'travel',
    2023,
    388,
    2050,
    60,
    'From Greenwich south, in a line as straight as fences allow.',
  ],
  [
    'How Octopuses Think',
    'Yuki Hara',
    'science',
    2020,
    240,
    1890,
    305,
    'Nine brains, three hearts, and a taste for crab and mischief.',
  ],
  [
    'The Weight of Light',
    'Bernard Osei',
    'science',
    2018,
    304,
    2150,
    50,
    'Why photons push, and what that does to comets, sails and stars.',
  ],
  [
    'Mud: A Love Story',
    'Greta Holm',
    'science',
    2024,
    198,
    1690,
    12,
    'Under every footprint, a billion quiet lives.',
  ],
  [
    'Seven Proofs and a Doubt',
    'Amir Haddad',
    'science',
    2021,
    260,
    1950,
    230,
    'Mathematics as its makers felt it: sure, then less sure, then sure again.',
  ],
].map(toBook)

type Row = readonly [
  title: string,
  author: string,
  genre: string,
  year: number,
  pages: number,
  price: number,
  hue: number,
  blurb: string,
]

function toBook(row: readonly (string | number)[]): Book {
  const [title, author, genre, year, pages, price, hue, blurb] = row as Row
  return {
    slug: toSlug(title),
    title,
    author,
    genre: genre as Genre,
    genreText: formatGenre(genre),
    year,
    pages,
    price,
    priceText: formatPrice(price),
    hue,
    blurb,
  }
}

function toSlug(title: string): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/[’\p{M}]/gu, '')
    .toLowerCase()
  return letters.match(/[a-z0-9]+/g)?.join('-') ?? ''
}

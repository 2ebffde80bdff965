import type { Page } from 'playwright-core'

/**
 * Clicks every link and every button with the mouse, and tells where each leads: `Catalogue: GET /books/`. The page stays,
 * since the browser may go nowhere. The window has to be as high as the page.
 *
 * @param part the element of the page: `main`
 */
export async function clickEverything(page: Page, part: string): Promise<string[]> {
  await page.evaluate(stay)
  const places = await page.evaluate(findPlaces, part)
  for (const [index, { x, y, sendsForm }] of places.entries()) {
    await page.mouse.click(x, y)
    // A form is sent a moment after the click.
    if (sendsForm) await page.waitForFunction((count) => window.leadsTo.length > count, index)
  }
  const leadsTo = await page.evaluate(() => window.leadsTo)
  if (leadsTo.length !== places.length)
    throw new Error(`${places.length} clicks on ${page.url()} led to ${leadsTo.join(', ')}`)
  return leadsTo
}

declare global {
  interface Window {
    leadsTo: string[]
  }
}

/** In the browser: keeps what each click asks for, and lets no navigation happen. */
function stay(): void {
  window.leadsTo = []
  let clicked: string | undefined
  document.addEventListener('click', ({ target }) => {
    clicked = (target as Element).closest('a, button')?.textContent.trim()
  })
  navigation.addEventListener('navigate', (event) => {
    const { pathname, search } = new URL(event.destination.url)
    window.leadsTo.push(`${clicked}: ${event.formData === null ? 'GET' : 'POST'} ${pathname}${search}`)
    event.preventDefault()
  })
}

/** In the browser: the middles of the links and buttons. Fields that must not be empty are filled. */
function findPlaces(part: string): { x: number; y: number; sendsForm: boolean }[] {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[required]')) input.value = 'Ada'
  return [...document.querySelectorAll(`${part} :is(a, button)`)].map((element) => {
    const [{ x, y, width, height } = new DOMRect()] = element.getClientRects()
    return { x: x + width / 2, y: y + height / 2, sendsForm: element instanceof HTMLButtonElement }
  })
}

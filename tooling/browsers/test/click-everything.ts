import type { Page } from 'playwright-core'

/**
 * Clicks every link and every button with the mouse. Returns the request of each click, like `Catalogue: GET /books/`.
 * The browser stays on the page, because no request is sent. The window must be as high as the page.
 *
 * @param part the selector of the part of the page, like `main`
 */
export async function clickEverything(page: Page, part: string): Promise<string[]> {
  await page.evaluate(stay)
  const places = await page.evaluate(findPlaces, part)
  for (const [index, { x, y, sendsForm }] of places.entries()) {
    await page.mouse.click(x, y)
    // The browser sends a form a moment after the click.
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

/** Runs in the browser. Records the request of each click, and prevents every navigation. */
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

/** Runs in the browser. Fills the required fields, and returns the middle of each link and button. */
function findPlaces(part: string): { x: number; y: number; sendsForm: boolean }[] {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[required]')) input.value = 'Ada'
  return [...document.querySelectorAll(`${part} :is(a, button)`)].map((element) => {
    const [{ x, y, width, height } = new DOMRect()] = element.getClientRects()
    return { x: x + width / 2, y: y + height / 2, sendsForm: element instanceof HTMLButtonElement }
  })
}

import { cartController } from './routes.js'

/**
 * Puts a book into the cart without leaving the page. If the script does not run, or its request fails, the browser sends
 * the form.
 */
for (const form of document.querySelectorAll('form[data-slug]')) {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  form.after(status)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submitQuietly(form, status)
  })
}

async function submitQuietly(form, status) {
  try {
    showCount(await addToCart(form.dataset.slug))
    status.textContent = 'It is in your cart.'
  } catch {
    form.submit()
  }
}

/** Returns the number of books in the cart. */
async function addToCart(slug) {
  const { url, method } = cartController.addQuietly({ slug })
  const answer = await fetch(url, { method, headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The cart answered ${answer.status}`)
  return (await answer.json()).count
}

function showCount(count) {
  for (const link of document.querySelectorAll(`nav a[href="${cartController.show.url()}"]`))
    link.textContent = `Cart (${count})`
}

// Counts a vote without loading the page again.
document.querySelector('#vote')?.addEventListener('click', async ({ target }) => {
  const answer = await fetch(target.dataset.url, { method: 'POST' })
  const { votes } = await answer.json()
  document.querySelector('#votes').textContent = votes
})

const tickets = []

exports.all = () => tickets
exports.of = (key) => tickets.filter((ticket) => ticket.project === key)
exports.find = (key, number) => exports.of(key).find((ticket) => String(ticket.number) === number)
exports.byId = (id) => tickets[Number(id) - 1]
exports.matching = (words) => tickets.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()))
exports.add = (project, title, author) => {
  const number = exports.of(project).length + 1
  const id = tickets.length + 1
  const ticket = { id, project, number, title, author, state: 'open', votes: 0, comments: [], files: [] }
  tickets.push(ticket)
  return ticket
}

exports.add('apollo', 'The hatch is stuck', 'ada')
exports.add('apollo', 'More fuel & snacks', 'grace').state = 'closed'
exports.add('soyuz', 'Window seat', 'ada').comments.push({ author: 'grace', text: 'Is it <safe>?' })

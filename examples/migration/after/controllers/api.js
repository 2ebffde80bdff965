const tickets = require('../model/tickets')
const { Router } = require('@mvc-router/router-core')

exports.list = (req, res) => res.json(tickets.all().map(toJson))

exports.show = (req, res) => {
  const ticket = tickets.byId(req.params.id)
  if (!ticket) return res.status(404).json({ error: 'There is no such ticket' })
  res.json(toJson(ticket))
}

exports.vote = (req, res) => {
  const ticket = tickets.byId(req.params.id)
  if (!ticket) return res.status(404).json({ error: 'There is no such ticket' })
  ticket.votes++
  res.json({ votes: ticket.votes })
}

function toJson({ id, project, number, title, state, votes }) {
  return { id, title, state, votes, url: Router.reverse('tickets.show', { key: project, number }).url }
}

const createError = require('http-errors')
const tickets = require('../model/tickets')
const users = require('../model/users')

exports.home = (req, res) => {
  const counts = { users: users.all().length, tickets: tickets.all().length }
  res.render('admin/home', { title: 'Administration', counts })
}

exports.users = (req, res) => res.render('admin/users', { title: 'Users', users: users.all() })

exports.disable = (req, res, next) => setDisabled(true, req, res, next)

exports.enable = (req, res, next) => setDisabled(false, req, res, next)

exports.report = (req, res) => {
  const lines = tickets.all().map(({ id, project, state, votes }) => [id, project, state, votes].join(','))
  res.type('csv').send(['id,project,state,votes', ...lines, ''].join('\n'))
}

function setDisabled(disabled, req, res, next) {
  const user = users.find(req.params.name)
  if (!user) return next(createError(404, 'There is no such user'))
  if (user === req.user) return next(createError(422, 'You cannot disable yourself'))
  user.disabled = disabled
  res.redirect(303, '/admin/users')
}

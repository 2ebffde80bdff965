const createError = require('http-errors')
const tickets = require('../model/tickets')
const { Router } = require('@mvc-router/router-core')

exports.load = (req, res, next) => {
  const ticket = tickets.find(req.params.key, req.params.number)
  if (!ticket) return next(createError(404, 'There is no such ticket'))
  req.ticket = ticket
  res.locals.ticket = ticket
  next()
}

exports.list = (req, res) => {
  res.render('tickets/list', { title: 'Tickets', tickets: tickets.of(req.project.key) })
}

exports.createForm = (req, res) => res.render('tickets/new', { title: 'New ticket' })

exports.create = (req, res, next) => {
  if (!req.body.title) return next(createError(422, 'A ticket has a title'))
  const { number } = tickets.add(req.project.key, req.body.title, req.user.name)
  res.redirect(303, Router.reverse('tickets.show', { key: req.project.key, number }).url)
}

exports.show = (req, res) => res.render('tickets/show', { title: req.ticket.title })

exports.editForm = (req, res) => res.render('tickets/edit', { title: `Edit ${req.ticket.title}` })

exports.update = (req, res) => {
  req.ticket.title = req.body.title
  backToTicket(req, res)
}

exports.close = (req, res) => {
  req.ticket.state = 'closed'
  backToTicket(req, res)
}

exports.reopen = (req, res) => {
  req.ticket.state = 'open'
  backToTicket(req, res)
}

exports.comment = (req, res) => {
  req.ticket.comments.push({ author: req.user.name, text: req.body.text })
  const { project, number, comments } = req.ticket
  res.redirect(303, `${Router.reverse('tickets.show', { key: project, number }).url}#comment-${comments.length}`)
}

exports.attach = (req, res, next) => {
  if (!req.file) return next(createError(422, 'Choose a file'))
  req.ticket.files.push({ name: req.file.originalname, buffer: req.file.buffer })
  backToTicket(req, res)
}

exports.file = (req, res, next) => {
  const file = req.ticket.files.find(({ name }) => name === req.params.file)
  if (!file) return next()
  res.attachment(file.name).send(file.buffer)
}

function backToTicket(req, res) {
  res.redirect(303, Router.reverse('tickets.show', { key: req.ticket.project, number: req.ticket.number }).url)
}

const createError = require('http-errors')
const projects = require('../model/projects')
const tickets = require('../model/tickets')
const users = require('../model/users')
const { Router } = require('@mvc-router/router-core')

exports.load = (req, res, next) => {
  const project = projects.find(req.params.key)
  if (!project) return next(createError(404, 'There is no such project'))
  req.project = project
  res.locals.project = project
  next()
}

exports.list = (req, res) => res.render('projects/list', { title: 'Projects', projects: projects.all() })

exports.createForm = (req, res) => res.render('projects/new', { title: 'New project' })

exports.create = (req, res, next) => {
  const { key, name, about } = req.body
  if (!/^[a-z][a-z0-9-]{1,20}$/.test(key)) return next(createError(422, 'A key has small letters and digits'))
  if (key === 'new' || projects.find(key)) return next(createError(409, 'This key is taken'))
  projects.add(key, name, about, req.user.name)
  res.message(`The project ${name} is there`)
  res.redirect(303, Router.reverse('projects.show', { key }).url)
}

exports.show = (req, res) => {
  const { state } = req.query
  const shown = tickets.of(req.project.key).filter((ticket) => !state || ticket.state === state)
  res.render('projects/show', { title: req.project.name, tickets: shown, state })
}

exports.editForm = (req, res) => res.render('projects/edit', { title: `Edit ${req.project.name}` })

exports.update = (req, res) => {
  req.project.name = req.body.name
  req.project.about = req.body.about
  res.redirect(303, Router.reverse('projects.show', { key: req.project.key }).url)
}

exports.remove = (req, res) => {
  projects.remove(req.project.key)
  res.message(`${req.project.name} is gone`)
  res.redirect(303, Router.reverse('projects.list').url)
}

exports.members = (req, res) => {
  const members = req.project.members.map((name) => users.find(name))
  res.render('projects/members', { title: `Members of ${req.project.name}`, members })
}

exports.addMember = (req, res, next) => {
  if (!users.find(req.body.name)) return next(createError(422, 'There is no such user'))
  if (!req.project.members.includes(req.body.name)) req.project.members.push(req.body.name)
  res.redirect(303, Router.reverse('projects.members', { key: req.project.key }).url)
}

exports.removeMember = (req, res) => {
  req.project.members = req.project.members.filter((name) => name !== req.params.name)
  res.redirect(303, Router.reverse('projects.members', { key: req.project.key }).url)
}

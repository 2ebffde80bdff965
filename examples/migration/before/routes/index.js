const express = require('express')
const projects = require('../model/projects')
const tickets = require('../model/tickets')

const router = express.Router()

router.get('/', function (req, res) {
  res.render('index', { title: 'Tickets', projects: projects.all() })
})

router.get('/about', function (req, res) {
  res.render('about', { title: 'About' })
})

router.get('/search', function (req, res) {
  const q = String(req.query.q || '')
  res.render('search', { title: 'Search', q, found: q === '' ? [] : tickets.matching(q) })
})

// Addresses of the old site.
router.get('/home', (req, res) => res.redirect(301, '/'))
router.get('/issues', (req, res) => res.redirect(301, '/projects'))

router.get('/issues/:id', function (req, res, next) {
  const ticket = tickets.byId(req.params.id)
  if (!ticket) return next()
  res.redirect(301, `/projects/${ticket.project}/tickets/${ticket.number}`)
})

module.exports = router

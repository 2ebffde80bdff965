// Written by mvc-router import: the handlers and the middleware that the route files name.
const projects = require('./model/projects')
const tickets = require('./model/tickets')
const account = require('./controllers/account')
const access = require('./middleware/access')
const upload = require('./middleware/upload')
const projects2 = require('./controllers/projects')
const tickets2 = require('./controllers/tickets')
const admin = require('./controllers/admin')
const api = require('./controllers/api')
const { Router } = require('@mvc-router/router-core')

const controllers = {
  indexController: {
    index: function (req, res) {
      res.render('index', { title: 'Tickets', projects: projects.all() })
    },
    getAbout: function (req, res) {
      res.render('about', { title: 'About' })
    },
    getSearch: function (req, res) {
      const q = String(req.query.q || '')
      res.render('search', { title: 'Search', q, found: q === '' ? [] : tickets.matching(q) })
    },
    getIssuesById: function (req, res, next) {
      const ticket = tickets.byId(req.params.id)
      if (!ticket) return next()
      res.redirect(301, Router.reverse('tickets.show', { key: ticket.project, number: ticket.number }).url)
    },
  },
  account: {
    loginForm: account.loginForm,
    login: account.login,
    logout: account.logout,
    registerForm: account.registerForm,
    register: account.register,
    show: account.show,
    update: account.update,
    passwordForm: account.passwordForm,
    changePassword: account.changePassword,
    uploadPicture: account.uploadPicture,
    picture: account.picture,
  },
  projects: {
    list: projects2.list,
    create: projects2.create,
    createForm: projects2.createForm,
    show: projects2.show,
    editForm: projects2.editForm,
    update: projects2.update,
    remove: projects2.remove,
    members: projects2.members,
    addMember: projects2.addMember,
    removeMember: projects2.removeMember,
  },
  tickets: {
    list: tickets2.list,
    create: tickets2.create,
    createForm: tickets2.createForm,
    show: tickets2.show,
    editForm: tickets2.editForm,
    update: tickets2.update,
    close: tickets2.close,
    reopen: tickets2.reopen,
    comment: tickets2.comment,
    attach: tickets2.attach,
    file: tickets2.file,
  },
  admin: {
    home: admin.home,
    users: admin.users,
    disable: admin.disable,
    enable: admin.enable,
    report: admin.report,
  },
  api: {
    list: api.list,
    show: api.show,
    vote: api.vote,
  },
}

const middleware = {
  signedIn: access.signedIn,
  singlePicture: upload.single('picture'),
  projectsLoad: projects2.load,
  ticketsLoad: tickets2.load,
  singleFile: upload.single('file'),
  accessAdmin: access.admin,
}

module.exports = { controllers, middleware }

const createError = require('http-errors')
const users = require('../model/users')
const { Router } = require('@mvc-router/router-core')

exports.loginForm = (req, res) => {
  res.render('account/login', { title: 'Sign in', next: req.query.next || '' })
}

exports.login = (req, res) => {
  const user = users.find(req.body.name)
  if (!user || user.password !== req.body.password || user.disabled) {
    res.status(401).render('account/login', { title: 'Sign in', next: req.body.next || '', failed: true })
    return
  }
  req.session.user = user.name
  const next = String(req.body.next || '')
  res.redirect(303, /^\/(?![/\\])/.test(next) ? next : Router.reverse('projects.list').url)
}

exports.logout = (req, res) => {
  req.session.destroy(() => res.redirect(303, Router.reverse('indexController.index').url))
}

exports.registerForm = (req, res) => res.render('account/register', { title: 'Register' })

exports.register = (req, res, next) => {
  const name = String(req.body.name || '')
  if (!/^[a-z]{2,20}$/.test(name)) return next(createError(422, 'A name has 2 to 20 small letters'))
  if (users.find(name)) return next(createError(409, 'This name is taken'))
  req.session.user = users.add(name, String(req.body.password)).name
  res.message(`Welcome, ${name}`)
  res.redirect(303, Router.reverse('account.show').url)
}

exports.show = (req, res) => res.render('account/show', { title: 'Account' })

exports.update = (req, res) => {
  req.user.fullName = req.body.fullName
  res.message('Saved')
  res.redirect(303, Router.reverse('account.show').url)
}

exports.passwordForm = (req, res) => res.render('account/password', { title: 'Password' })

exports.changePassword = (req, res) => {
  req.user.password = req.body.password
  res.message('Your password is changed')
  res.redirect(303, Router.reverse('account.show').url)
}

exports.uploadPicture = (req, res, next) => {
  if (!req.file || !['image/png', 'image/jpeg'].includes(req.file.mimetype))
    return next(createError(422, 'A picture is a PNG or a JPEG file'))
  req.user.picture = req.file
  res.redirect(303, Router.reverse('account.show').url)
}

exports.picture = (req, res, next) => {
  const { picture } = users.find(req.params.name) || {}
  if (!picture) return next()
  res.type(picture.mimetype).send(picture.buffer)
}

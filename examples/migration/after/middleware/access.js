const createError = require('http-errors')
const { Router } = require('@mvc-router/router-core')

exports.signedIn = (req, res, next) => {
  if (req.user) return next()
  res.redirect(Router.reverse('account.loginForm', { next: req.originalUrl }).url)
}

exports.admin = (req, res, next) => {
  if (!req.user) return res.redirect(Router.reverse('account.loginForm').url)
  if (!req.user.admin) return next(createError(403, 'This page is for administrators'))
  next()
}

const createError = require('http-errors')

exports.signedIn = (req, res, next) => {
  if (req.user) return next()
  res.redirect(`/account/login?next=${encodeURIComponent(req.originalUrl)}`)
}

exports.admin = (req, res, next) => {
  if (!req.user) return res.redirect('/account/login')
  if (!req.user.admin) return next(createError(403, 'This page is for administrators'))
  next()
}

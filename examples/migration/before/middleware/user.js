const users = require('../model/users')

// Who is signed in, for handlers and templates.
module.exports = function user(req, res, next) {
  const found = users.find(req.session.user)
  req.user = found && !found.disabled ? found : undefined
  res.locals.user = req.user
  next()
}

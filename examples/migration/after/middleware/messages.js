// A notice that the next page shows once.
module.exports = function messages(req, res, next) {
  res.locals.notice = req.session.notice
  if (req.session.notice) delete req.session.notice
  res.message = (text) => {
    req.session.notice = text
  }
  next()
}

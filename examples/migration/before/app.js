const path = require('path')
const createError = require('http-errors')
const express = require('express')
const session = require('express-session')
const logger = require('morgan')

const messages = require('./middleware/messages')
const user = require('./middleware/user')
const indexRouter = require('./routes/index')
const accountRouter = require('./routes/account')
const projectsRouter = require('./routes/projects')
const adminRouter = require('./routes/admin')
const apiRouter = require('./routes/api')

const app = express()

app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'pug')

if (process.env.NODE_ENV !== 'test') app.use(logger('dev'))
app.use(express.json())
app.use(express.urlencoded({ extended: false }))
app.use(express.static(path.join(__dirname, 'public')))
app.use(session({ secret: 'change me', resave: false, saveUninitialized: false }))
app.use(user)
app.use(messages)

app.use('/', indexRouter)
app.use('/account', accountRouter)
app.use('/projects', projectsRouter)
app.use('/admin', adminRouter)
app.use('/api', apiRouter)

app.use((req, res, next) => {
  next(createError(404, 'There is no such page'))
})

app.use((err, req, res, next) => {
  res.status(err.status || 500)
  res.render('error', { title: 'Error', message: err.expose ? err.message : 'Something went wrong' })
})

module.exports = app

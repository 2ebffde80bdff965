const path = require('path')
const createError = require('http-errors')
const express = require('express')
const session = require('express-session')
const logger = require('morgan')
const { Router } = require('@mvc-router/router-core')
const {
  RouterHandlerMapping,
  RouterModelAttribute,
  redirectToCanonical,
} = require('@mvc-router/router-core/express')

const { controllers, middleware } = require('./controllers')
const messages = require('./middleware/messages')
const user = require('./middleware/user')

const app = express()
const mapping = new RouterHandlerMapping({
  routeFiles: ['routes.conf'],
  controllers,
  middleware,
  reverseTrailingSlash: false,
})
Router.use(mapping)

app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'pug')

if (process.env.NODE_ENV !== 'test') app.use(logger('dev'))
app.use(new RouterModelAttribute({ mapping }).middleware)
app.use(express.json())
app.use(express.urlencoded({ extended: false }))
app.use(express.static(path.join(__dirname, 'public')))
app.use(session({ secret: 'change me', resave: false, saveUninitialized: false }))
app.use(user)
app.use(messages)

app.use(mapping.middleware)
app.use(redirectToCanonical({ ignoreCase: true }))

app.use((req, res, next) => {
  next(createError(404, 'There is no such page'))
})

app.use((err, req, res, next) => {
  res.status(err.status || 500)
  res.render('error', { title: 'Error', message: err.expose ? err.message : 'Something went wrong' })
})

module.exports = { app, mapping }

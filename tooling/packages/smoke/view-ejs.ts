import { Router } from '@mvc-router/router-core'
import { routeEngine } from '@mvc-router/view-ejs'
import express from 'express'

const router = Router.parse('GET /user/{id} userController.showUser')
const engine = routeEngine({ router })
express().engine('ejs', engine)
export const page: Promise<string> = engine.renderFile('views/mail.ejs', { user: 'Ada' })

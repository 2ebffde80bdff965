const express = require('express')
const projects = require('../controllers/projects')
const { signedIn } = require('../middleware/access')
const ticketsRouter = require('./tickets')

const router = express.Router()

router.route('/').get(projects.list).post(signedIn, projects.create)
router.get('/new', signedIn, projects.createForm)

router.use('/:key', projects.load)
router.get('/:key', projects.show)
router.get('/:key/edit', signedIn, projects.editForm)
router.post('/:key/edit', signedIn, projects.update)
router.post('/:key/delete', signedIn, projects.remove)
router.get('/:key/members', projects.members)
router.post('/:key/members', signedIn, projects.addMember)
router.post('/:key/members/:name/remove', signedIn, projects.removeMember)
router.use('/:key/tickets', ticketsRouter)

module.exports = router

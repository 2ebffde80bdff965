const express = require('express')
const tickets = require('../controllers/tickets')
const { signedIn } = require('../middleware/access')
const upload = require('../middleware/upload')

const router = express.Router({ mergeParams: true })

router.get('/', tickets.list)
router.post('/', signedIn, tickets.create)
router.get('/new', signedIn, tickets.createForm)
router.get('/:number', tickets.load, tickets.show)
router.get('/:number/edit', signedIn, tickets.load, tickets.editForm)
router.post('/:number/edit', signedIn, tickets.load, tickets.update)
router.post('/:number/close', signedIn, tickets.load, tickets.close)
router.post('/:number/reopen', signedIn, tickets.load, tickets.reopen)
router.post('/:number/comments', signedIn, tickets.load, tickets.comment)
router.post('/:number/files', signedIn, tickets.load, upload.single('file'), tickets.attach)
router.get('/:number/files/:file', tickets.load, tickets.file)

module.exports = router

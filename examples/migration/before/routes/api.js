const express = require('express')
const api = require('../controllers/api')
const { signedIn } = require('../middleware/access')

const router = express.Router()

router.get('/tickets', api.list)
router.get('/tickets/:id', api.show)
router.post('/tickets/:id/votes', signedIn, api.vote)

module.exports = router

const express = require('express')
const admin = require('../controllers/admin')
const access = require('../middleware/access')

const router = express.Router()

router.use(access.admin)
router.get('/', admin.home)
router.get('/users', admin.users)
router.post('/users/:name/disable', admin.disable)
router.post('/users/:name/enable', admin.enable)
router.get('/report.csv', admin.report)

module.exports = router

const express = require('express')
const account = require('../controllers/account')
const { signedIn } = require('../middleware/access')
const upload = require('../middleware/upload')

const router = express.Router()

router.get('/login', account.loginForm)
router.post('/login', account.login)
router.post('/logout', account.logout)
router.get('/register', account.registerForm)
router.post('/register', account.register)
router.get('/', signedIn, account.show)
router.post('/', signedIn, account.update)
router.get('/password', signedIn, account.passwordForm)
router.post('/password', signedIn, account.changePassword)
router.post('/picture', signedIn, upload.single('picture'), account.uploadPicture)
router.get('/picture/:name', account.picture)

module.exports = router

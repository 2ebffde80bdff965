const multer = require('multer')

module.exports = multer({ storage: multer.memoryStorage(), limits: { fileSize: 1_000_000, files: 1 } })

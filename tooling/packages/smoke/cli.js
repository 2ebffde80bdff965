import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

mkdirSync('views')
writeFileSync('routes.conf', 'GET /user/{id} userController.showUser\n')
writeFileSync('views/good.njk', '{% route "userController.showUser", id=5 %}')
writeFileSync('views/good.hbs', '{{route "userController.showUser" id=5}}')

const run = (...args) => spawnSync('npx', ['--no-install', 'mvc-router', ...args], { encoding: 'utf8' })

assert.equal(run('reverse', 'userController.showUser', 'id=5').stdout, '/user/5\n')
assert.equal(run('check', '-t', 'views/*').status, 0)

writeFileSync('views/bad.ejs', "<%= route('userController.showUsr') %>")
const { status, stdout } = run('check', '-t', 'views/*')
assert.equal(status, 1)
assert.match(stdout, /views\/bad\.ejs:1:12/)

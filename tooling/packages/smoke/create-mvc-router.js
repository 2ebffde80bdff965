import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

execFileSync('npx', ['create-mvc-router', 'shop', '--engine', 'eta', '--language', 'js'])
assert.match(readFileSync('shop/routes.conf', 'utf8'), /noteController\.list/)
assert.equal(JSON.parse(readFileSync('shop/package.json', 'utf8')).name, 'shop')

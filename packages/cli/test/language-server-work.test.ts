import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Editor } from './editor.js'
import { TestFolder } from './run-in-folder.js'

const brokenLink = '<a href="{{route "userController.lst"}}">All</a>'

// Answers are quick if no file is parsed twice. These tests check the parsed files, because times depend on the machine.
describe('a language server for many files', () => {
  let folder: TestFolder
  let editor: Editor

  beforeAll(async () => {
    folder = new TestFolder()
    folder.write('routes.conf', 'GET /users userController.list\nGET /users/{id} userController.show\n')
    for (let index = 0; index < 30; index++)
      folder.write(
        `views/page${index}.hbs`,
        `<a href="{{route "userController.${index % 2 === 0 ? 'list' : 'show'}"}}">All</a>`,
      )
    folder.write('src/user-controller.ts', 'export const userController = { list() {}, show() {} }\n')
    folder.write('src/links.ts', "export const all = () => router.reverse('userController.list').url\n")
    folder.write('src/other.ts', 'export const middleware = { signedIn() {} }\n')
    folder.write('src/routes.d.ts', '// Written by "mvc-router types"\n')
    folder.write('views/zz-broken.hbs', brokenLink)
    editor = new Editor(realpathSync(folder.path))
    await editor.start()
    await editor.open('views/page0.hbs')
    await editor.open('src/user-controller.ts')
    await editor.open('routes.conf')
    await allIsChecked((marks) => marks.length > 0)
    editor.takeTrace()
  })

  afterAll(async () => {
    await editor.stop()
    folder.remove()
  })

  /** Waits until the file that is checked last has the expected marks. */
  async function allIsChecked(isLastAsExpected: (marks: readonly string[]) => boolean): Promise<void> {
    await editor.marks('views/zz-broken.hbs', isLastAsExpected)
  }

  test('the language server parses no file again for requests about unchanged files', async () => {
    for (const [file, place] of [
      ['views/page0.hbs', 'userController.li|st'],
      ['src/user-controller.ts', 'li|st()'],
      ['routes.conf', 'userController.sh|ow'],
    ] as const) {
      await editor.hover(file, place)
      await editor.definition(file, place)
      await editor.references(file, place)
      await editor.complete(file, place)
      await editor.rename(file, place, 'another')
    }
    expect(editor.takeTrace()).toEqual([])
  })

  test('the language server parses only the changed template', async () => {
    await editor.replace('views/page0.hbs', '>All', '>Alle')
    expect(await editor.hover('views/page0.hbs', 'userController.li|st')).toContain('16 links in 16 files')
    await editor.rename('views/page0.hbs', 'userController.li|st', 'another')
    expect(editor.takeTrace()).toEqual(['Parsed views/page0.hbs'])
  })

  test('the language server parses only the changed program, once for links, controllers and middleware', async () => {
    await editor.replace('src/user-controller.ts', 'show()', 'middleware() {}, show()')
    expect(await editor.hover('views/page0.hbs', 'userController.li|st')).toContain('src/user-controller.ts')
    await editor.rename('views/page0.hbs', 'userController.li|st', 'another')
    expect(editor.takeTrace()).toEqual(['Parsed src/user-controller.ts'])
  })

  test('the language server parses no template when the route file changes', async () => {
    await editor.replace('routes.conf', 'userController.list', 'userController.lst')
    await allIsChecked((marks) => marks.length === 0)
    await editor.replace('routes.conf', 'userController.lst', 'userController.list')
    expect(await editor.hover('views/page0.hbs', 'userController.li|st')).toContain('16 links in 16 files')
    await allIsChecked((marks) => marks.length > 0)
    expect(editor.takeTrace()).toEqual([])
  })
})

describe('a language server without a route file', () => {
  let folder: TestFolder
  let editor: Editor

  beforeAll(async () => {
    folder = new TestFolder()
    folder.write('views/users.hbs', brokenLink)
    editor = new Editor(realpathSync(folder.path))
    await editor.start()
  })

  afterAll(async () => {
    await editor.stop()
    folder.remove()
  })

  test('the language server marks nothing in a folder without a route file', async () => {
    await editor.open('views/users.hbs')
    expect(await editor.hover('views/users.hbs', 'userController.l|st')).toBe(
      'No route has the action `userController.lst`',
    )
    // The server checks a file sooner than this after the last key.
    await sleep(200)
    expect(editor.markedFiles).toEqual([])
  })

  test('the language server checks a folder as soon as a route file is written', async () => {
    folder.write('routes.conf', 'GET /users userController.list')
    await editor.changedOnDisk('routes.conf')
    const [mark] = await editor.marks('views/users.hbs', (marks) => marks.length > 0)
    expect(mark).toContain('did you mean userController.list?')
    expect(editor.markedFiles).toEqual(['views/users.hbs'])
  })

  test('the language server removes all marks when the route file is deleted', async () => {
    rmSync(join(folder.path, 'routes.conf'))
    await editor.changedOnDisk('routes.conf')
    await editor.marks('views/users.hbs', (marks) => marks.length === 0)
    expect(editor.markedFiles).toEqual([])
  })
})

// Editors report a folder that is renamed or deleted, and not the files in it.
describe('a language server whose folders change', () => {
  let folder: TestFolder
  let editor: Editor

  beforeAll(async () => {
    folder = new TestFolder()
    folder.write('routes.conf', '-> /in inner/more.routes\n')
    folder.write('inner/more.routes', 'GET /users userController.list\n')
    folder.write('views/old/users.hbs', brokenLink)
    folder.write('controllers/users.js', 'export const userController = { list() {}, show() {} }\n')
    editor = new Editor(realpathSync(folder.path))
    await editor.start()
    await editor.open('routes.conf')
    await editor.marks('views/old/users.hbs', (marks) => marks.length > 0)
  })

  afterAll(async () => {
    await editor.stop()
    folder.remove()
  })

  async function rename(from: string, to: string): Promise<void> {
    renameSync(join(folder.path, from), join(folder.path, to))
    await editor.changedOnDisk(from)
    await editor.changedOnDisk(to)
  }

  test('marks move with a renamed folder, and disappear with a deleted one', async () => {
    await rename('views/old', 'views/new')
    await editor.marks('views/new/users.hbs', (marks) => marks.length > 0)
    await editor.marks('views/old/users.hbs', (marks) => marks.length === 0)
    expect(editor.markedFiles).toEqual(['views/new/users.hbs'])
    rmSync(join(folder.path, 'views'), { recursive: true })
    await editor.changedOnDisk('views')
    await editor.marks('views/new/users.hbs', (marks) => marks.length === 0)
    expect(editor.markedFiles).toEqual([])
  })

  test('an include is marked while its file is missing because of a renamed folder', async () => {
    await rename('inner', 'outer')
    await editor.marks('routes.conf', (marks) => marks.length > 0)
    await rename('outer', 'inner')
    await editor.marks('routes.conf', (marks) => marks.length === 0)
  })

  test('completion proposes no method of a deleted controller', async () => {
    const labels = async (): Promise<string[]> =>
      (await editor.complete('routes.conf', 'GET /a |')).map(({ label }) => label)
    await editor.replace('routes.conf', '-> /in', 'GET /a \n-> /in')
    expect(await labels()).toContain('userController.show')
    rmSync(join(folder.path, 'controllers'), { recursive: true })
    await editor.changedOnDisk('controllers')
    expect(await labels()).not.toContain('userController.show')
  })
})

test.each([[[]], [['--routes', 'routes.conf']]])(
  'the language server with %j reads no other files in the folder of a file outside the workspace',
  async (args) => {
    const folder = new TestFolder()
    folder.write('project/routes.conf', 'GET /users userController.list\n')
    folder.write('project/users.hbs', brokenLink)
    folder.write('elsewhere/users.hbs', brokenLink)
    folder.write('elsewhere/other.js', 'export const userController = { list() {} }\n')
    const editor = new Editor(join(realpathSync(folder.path), 'project'), args)
    await editor.start()
    await editor.open('../elsewhere/users.hbs', brokenLink)
    expect(await editor.references('../elsewhere/users.hbs', 'userController.l|st')).toEqual([])
    await editor.marks('users.hbs', (marks) => marks.length > 0)
    expect(editor.takeTrace().filter((line) => !line.endsWith(' users.hbs'))).toEqual([])
    expect(editor.markedFiles).toEqual(['users.hbs'])
    await editor.stop()
    folder.remove()
  },
)

test('the language server parses only the file of a request if the folder has no route file', async () => {
  const folder = new TestFolder()
  folder.write('users.hbs', brokenLink)
  folder.write('other.js', 'export const userController = { lst() {} }\n')
  const editor = new Editor(realpathSync(folder.path))
  await editor.start()
  await editor.open('users.hbs')
  expect(await editor.references('users.hbs', 'userController.l|st')).toEqual([])
  expect(editor.takeTrace()).toEqual(['Parsed users.hbs'])
  await editor.stop()
  folder.remove()
})

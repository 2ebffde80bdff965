import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { TestFolder } from './run-in-folder.js'

interface Finding {
  readonly code: string
  readonly message: string
  readonly file: string
  readonly line: number
}

const folders: TestFolder[] = []
afterAll(() => {
  for (const each of folders) each.remove()
})

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
  folders.push(folder)
})

async function unused(): Promise<string[]> {
  const { stdout } = await folder.run('list', '--unused', '--json')
  return (JSON.parse(stdout) as Finding[]).map(({ code, file, line, message }) => {
    const [, name = ''] = /"(.*)"/.exec(message) ?? []
    return `${code} ${file}:${line} ${name}`.trim()
  })
}

test('list --unused finds nothing in a project that uses everything', async () => {
  folder.write(
    'routes.conf',
    [
      'GET  /linked/{id}      pageController.linked',
      'GET  /redirected       pageController.redirected',
      'GET  /tested/{id}      pageController.tested',
      'POST /tested/{id}/end  pageController.ended',
      'GET  /by-client        pageController.byClient',
      'GET  /builder          pageController.builder',
      '+ name=named',
      'GET  /named            pageController.withName',
      'GET  /written          pageController.written',
      'GET  /about            view:about.njk',
      'GET  /asked            pageController.asked   # mvc-router-ignore: the bank asks for it',
      'GET  /old              redirect:@pageController.redirected',
      'GET  /gone             410',
      'GET  /assets/          staticDir:public',
      'GET  /any/{controller}/{action}  {controller}.{action}',
    ].join('\n'),
  )
  folder.write(
    'src/page-controller.js',
    `export class PageController {
  linked() { return view('linked', this.title()) }
  redirected() {} tested() {} ended() {} byClient() {} builder() {} withName() {} written() {} asked() {}
  title() { return linkTo(PageController).action('builder') }
}
new RouterHandlerMapping({ controllers: { pageController: new PageController() } })
`,
  )
  folder.write('src/browser.js', `import { pageController_byClient } from './routes.js'\nreverse('named')\n`)
  folder.write(
    'src/routes.js',
    '// Written by "mvc-router client" from routes.conf. Change the route file.\n',
  )
  folder.write(
    'test/page.test.js',
    "const tested = '/tested'\nawait fetch(`${origin}${tested}/${id}`)\nawait fetch(`${tested}/${id}/end`)\n",
  )
  folder.write('views/linked.hbs', '<a href="{{route "pageController.linked" id=5}}">x</a>{{> _menu}}')
  folder.write('views/_menu.hbs', '{{!< frame}}<a href="/written">x</a>')
  folder.write('views/frame.hbs', '{{{body}}}')
  folder.write('views/theme/cart.hbs', '')
  folder.write('src/theme.js', 'export const render = (res) => res.render(`${theme}cart`)')
  folder.write('views/_errors/404.hbs', '')
  folder.write('src/errors.js', `export const fail = (res, code) => res.render('_errors/' + code + '.hbs')`)
  folder.write('views/layouts/main.hbs', '{{{body}}}')
  folder.write('views/layout.hbs', '{{{body}}}')
  folder.write('views/about.njk', '{% route "view:about.njk" %}')
  expect(await unused()).toEqual([])
  const { stdout, status } = await folder.run('list', '--unused', '--fail')
  expect([status, stdout]).toEqual([0, 'Nothing is unused\n'])
})

test('list --unused names unused actions, lines, views and middleware with their places', async () => {
  folder.write('routes.conf', 'GET /a userController.show\n+ use=signedIn\nGET /b userController.lonely\n')
  folder.write(
    'src/user-controller.js',
    `export class UserController {
  show() { return view('user', { list: reverse('userController.show') }) }
  lonely() {}
  forgotten() {}
  #hidden() {}
}
export const middleware = { signedIn, upload }
class LoneController { index() {} }
class HelperController { help() {} }
export const controllers = { userController: new UserController(), loneController: new LoneController() }
`,
  )
  folder.write(
    'src/routes.js',
    '// Written by "mvc-router client" from routes.conf.\n"userController.lonely"\n',
  )
  folder.write('views/user.hbs', '')
  folder.write('views/former.hbs', '')
  expect(await unused()).toEqual([
    'W_ACTION_UNUSED src/user-controller.js:4 userController.forgotten',
    'W_ACTION_UNUSED src/user-controller.js:8 loneController.index',
    'W_LINE_UNUSED routes.conf:3 userController.lonely',
    'W_VIEW_UNUSED views/former.hbs:1',
    'W_MIDDLEWARE_UNUSED src/user-controller.js:7 upload',
  ])
  expect(await folder.run('list', '--unused')).toMatchObject({ status: 0 })
  const { stdout, status } = await folder.run('list', '--unused', '--fail')
  expect(status).toBe(1)
  expect(stdout).toContain(`No link, redirection or test names the action "userController.lonely"
routes.conf:3:1
  GET /b userController.lonely
  ^
`)
  expect(stdout).toMatch(/\nUnused: 5 findings\n$/)
})

test('check warns of unused lines only if it checks a whole project whose tests use half of the lines', async () => {
  folder.write('routes.conf', 'GET /health userController.show\nGET /b/? userController.list\n')
  folder.write('views/user.hbs', '')
  folder.write('app.js', `view('user')`)
  expect((await folder.run('check')).stdout).toContain('0 errors, 0 warnings')
  folder.write('test/app.test.js', '')
  expect((await folder.run('check')).stdout).toContain('0 errors, 0 warnings')
  folder.write('test/app.test.js', `request(app).get('/b')`)
  expect((await folder.run('check')).stdout).toContain(
    'Warning: No link, redirection or test names the action "userController.show"',
  )
  expect((await folder.run('check', 'views/*.hbs')).stdout).toContain('0 errors, 0 warnings')
})

test.each(['site', 'api'])(
  'list --unused finds exactly the planted parts in the example %s',
  async (example) => {
    // The copy is beside the examples, so that Node finds the template engines.
    const copy = new TestFolder(mkdtempSync(join('examples', 'unused-')))
    folders.push(copy)
    cpSync(join('examples', example), copy.path, {
      recursive: true,
      filter: (file) => !/(?:^|\/)(?:node_modules|dist|dist-test|package.json)(?:\/|$)/.test(file),
    })
    folder = copy
    expect(await unused()).toEqual([])
    copy.write('routes.conf', `${copy.read('routes.conf')}\nGET /planted plantedController.line\n`)
    copy.write(
      'src/controllers/planted-controller.ts',
      'export class PlantedController {\n  line(): string {\n    return ``\n  }\n  action(): void {}\n}\n',
    )
    copy.write('views/nunjucks/planted.njk', 'x')
    copy.write('src/planted.ts', 'export const middleware = { planted: () => undefined }\n')
    expect((await unused()).map((line) => line.replace(/:\d+/, ''))).toEqual([
      'W_ACTION_UNUSED src/controllers/planted-controller.ts plantedController.action',
      'W_LINE_UNUSED routes.conf plantedController.line',
      // The API has no view engine, so its view is not reported.
      ...(example === 'site' ? ['W_VIEW_UNUSED views/nunjucks/planted.njk'] : []),
      'W_MIDDLEWARE_UNUSED src/planted.ts planted',
    ])
  },
)

test('list --unused leaves controllers of other packages alone', async () => {
  folder.write('routes.conf', 'GET /cats catController.list')
  folder.write(
    'src/cats.ts',
    `import { Controller, Get } from '@nestjs/common'
@Controller('dogs') export class Dogs { @Get() bark() {} }`,
  )
  folder.write(
    'src/cat-controller.ts',
    `import { Controller } from '@mvc-router/router-core/express'; import { httpGet } from 'decorators'
@Controller() export class CatController { list() {} purr() {} @httpGet('/x') byPackage() {} }`,
  )
  expect(await unused()).toContain('W_ACTION_UNUSED src/cat-controller.ts:2 catController.purr')
  expect((await unused()).join()).not.toMatch(/bark|byPackage/)
})

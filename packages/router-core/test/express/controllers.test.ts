import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigurationException, Router, RouteFileParsingException } from '@mvc-router/router-core'
import {
  Controller,
  ControllerRegistry,
  ModelAttribute,
  RouterHandlerMapping,
} from '@mvc-router/router-core/express'
import { loadMapping } from './load-mapping.js'

class CrudController {
  repository: unknown
  setRepository(repository: unknown): void {
    this.repository = repository
  }
  findAll(): string[] {
    return []
  }
}

@Controller()
class BookController extends CrudController {
  arrow = (): string => 'arrow'
  injected = BookController.name
  get accessor(): () => string {
    return () => 'accessor'
  }
  show(): string {
    return 'show'
  }
  setPrice(): string {
    return 'price'
  }
  _private(): string {
    return 'private'
  }
  override setRepository(repository: unknown): void {
    super.setRepository(repository)
  }
  override toString(): string {
    return 'a book controller'
  }
  @ModelAttribute()
  categories(): string[] {
    return []
  }
}

test('a controller without @Controller is named after its class, even if the parent class has @Controller', async () => {
  @Controller('people')
  class UserController {
    show(): string {
      return 'a user'
    }
  }
  class AdminController extends UserController {}
  const mapping = await loadMapping('GET /a adminController.show\nGET /p people.show', {
    controllers: [UserController, AdminController],
  })
  expect([...mapping.controllers.actions].map(({ action }) => action).toSorted()).toEqual([
    'adminController.show',
    'people.show',
  ])
})

describe('ControllerRegistry', () => {
  const registry = new ControllerRegistry({
    bookController: BookController,
    simple: { show: () => 'simple', value: 5 },
  })

  test('the actions are the public methods of objects, classes and parent classes', () => {
    const names = [...registry.actions].map(({ action }) => action)
    expect(names.toSorted()).toEqual([
      'bookController.arrow',
      'bookController.findAll',
      'bookController.setPrice',
      'bookController.setRepository',
      'bookController.show',
      'simple.show',
    ])
  })

  test('an action is found by its exact name, or in any letter case with controllerNames "any"', () => {
    const controllers = { a: { show: () => 1, SHOW: () => 2 } }
    const exact = new ControllerRegistry(controllers)
    expect(exact.find('a.SHOW')?.methodName).toBe('SHOW')
    expect(exact.find('A.Show')).toBeUndefined()
    const any = new ControllerRegistry(controllers, { controllerNames: 'any' })
    expect(any.find('a.SHOW')?.methodName).toBe('SHOW')
    expect(any.find('A.Show')?.methodName).toBe('show')
  })

  test.each([
    'bookController.setRepository',
    'bookController.arrow',
    'bookController.accessor',
    'bookController._private',
    'bookController.constructor',
    'bookController.toString',
    'bookController.categories',
    'bookController.hasOwnProperty',
    'bookController.__proto__',
    'bookController.__defineGetter__',
    'simple.value',
    'simple.constructor',
    'boo\u212Acontroller.show',
    'BOOKCONTROLLER.SHOW',
    'constructor.show',
    '__proto__.show',
    'bookController',
    '',
  ])('a request cannot reach %j', (action) => {
    expect(registry.findDispatchable(action)).toBeUndefined()
  })

  test.each(['bookController.show', 'bookController.findAll', 'bookController.setPrice', 'simple.show'])(
    'a request reaches %j',
    (action) => {
      expect(registry.findDispatchable(action)).toBeDefined()
    },
  )

  test('a controller is refused if no route file can contain its name, or if it is neither an object nor a class', () => {
    for (const name of ['User', '1a', 'a b', '', 'a.', 'a..b']) {
      expect(() => new ControllerRegistry({ [name]: {} })).toThrow(ConfigurationException)
    }
    expect(() => new ControllerRegistry({ User: {} }, { controllerNames: 'any' })).not.toThrow()
    expect(() => new ControllerRegistry({ user: 'text' as unknown as object })).toThrow(
      /neither an object nor a class/,
    )
    expect(() => new ControllerRegistry({ user: Promise.resolve({}) })).toThrow(
      /"user" is a promise: await it/,
    )
  })

  test('a list of controllers accepts only classes that have a name', async () => {
    const load = async (controller: unknown): Promise<unknown> =>
      loadMapping('GET /a a.b', { controllers: [controller] as never })
    await expect(load({})).rejects.toThrow('a list holds classes')
    await expect(load(class {})).rejects.toThrow("mark it with @Controller('name')")
  })

  test('a name in @Controller can begin with a capital letter only with controllerNames "any"', async () => {
    @Controller('Pages')
    class Marked {
      show = () => 'shown'
    }
    const loading = async (controllerNames: 'lower' | 'any'): Promise<unknown> =>
      loadMapping('GET /a Pages.show', { controllers: [Marked], controllerNames })
    await expect(loading('any')).resolves.toBeDefined()
    await expect(loading('lower')).rejects.toThrow('"Pages" starts with an upper-case letter')
  })
})

const load = async (
  text: string,
  controllers: Record<string, object>,
): Promise<RouteFileParsingException> => {
  const error: unknown = await loadMapping(text, { controllers }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RouteFileParsingException)
  return error as RouteFileParsingException
}

describe('checks of controllers at load', () => {
  test('an unknown action is an error with its line, its column and the nearest name', async () => {
    const error = await load('# comment\nGET /user/{id}   userController.showUsr', {
      userController: { showUser: () => 1 },
    })
    expect(error).toMatchObject({ code: 'E_ACTION_NOT_FOUND', line: 2, column: 18 })
    expect(error.message).toContain('The controller "userController" has no public method "showUsr"')
    expect(error.message).toContain('did you mean userController.showUser?')
    expect(error.message).toContain('                   ^')
  })

  test('a redirection to an unknown action is an error', async () => {
    const error = await load(
      'GET /user userController.showUser\nGET /old redirect:301:@userController.showUsr',
      {
        userController: { showUser: () => 1 },
      },
    )
    expect(error).toMatchObject({ code: 'E_ACTION_NOT_FOUND', line: 2, column: 24 })
    expect(error.message).toContain('did you mean userController.showUser?')
  })

  test('all unknown actions are reported', async () => {
    const error = await load('GET /a  a.b\nGET /c  userControler.show', { userController: { show: () => 1 } })
    expect(error.errors.map(({ message }) => message)).toEqual([
      'There is no controller "a"',
      'There is no controller "userControler"',
    ])
    expect(error.errors[1]?.hint).toBe('did you mean userController.show?')
  })

  test('an action with variables is an error if no registered action fits it', async () => {
    const error = await load('GET /{method}  userController.{method}\nGET /x/{c}  {c}.list', {
      userController: { set: 1 },
    })
    expect(error.errors).toHaveLength(2)
    await expect(
      loadMapping('GET /x/{c}  {c}.list\nGET /{c}/{m}  {c}.{m}', {
        controllers: { users: { list: () => 1 } },
      }),
    ).resolves.toBeDefined()
  })

  test('an action with variables reaches no function field of an instance, and no name with fewer parts', async () => {
    class UserController {
      list = (): number => 1
    }
    const held = await load('GET /x/{c}  {c}.list', { userController: new UserController() })
    expect(held.errors).toHaveLength(1)
    const short = await load('GET /{c}/{d}  {c}.{d}.list', { users: { list: () => 1 } })
    expect(short.errors).toHaveLength(1)
  })

  test('with controllerNames "any", the fixed part of an action with variables can have any case', async () => {
    const options = { controllers: { users: { list: () => 1 } }, controllerNames: 'any' } as const
    await expect(loadMapping('GET /x/{c}  {c}.LIST', options)).resolves.toBeDefined()
  })

  test.each([
    [10, /8, c9$/],
    [11, /8, c9 and others$/],
  ])('with %i controllers, the error for an unknown name lists at most ten names', async (count, hint) => {
    const names = Array.from({ length: count }, (_, index) => `c${index}`)
    const error = await load(
      'GET / somethingElse.list',
      Object.fromEntries(names.map((name) => [name, { show: () => 1 }])),
    )
    expect(error.errors[0]?.hint).toMatch(hint)
  })

  test.each([
    [{ show: () => 1, list: () => 1 }, 'the public methods of "userController" are show, list'],
    [{ show: 1 }, '"userController" has no public methods'],
  ])('the error for an unknown method lists the public methods: %#', async (userController, hint) => {
    const error = await load('GET / userController.somethingElse', { userController })
    expect(error.errors[0]?.hint).toBe(hint)
  })

  test('Router.parse checks the actions only if it gets controllers', () => {
    expect(() => Router.parse('GET / a.b', { controllers: { a: { c: () => 1 } } })).toThrow(
      RouteFileParsingException,
    )
    expect(() => Router.parse('GET / a.b', { controllers: { a: { b: () => 1 } } })).not.toThrow()
    expect(() => Router.parse('GET / a.b')).not.toThrow()
  })

  test('@RequestMapping has no effect on routed controllers, and a warning says so', async () => {
    const warnings: string[] = []
    class MappedController {
      show(): string {
        return ''
      }
    }
    Object.defineProperty(MappedController, Symbol.for('@mvc-router/request-mapping'), { value: '/mapped' })
    await loadMapping('GET / mappedController.show', {
      controllers: [MappedController],
      onWarning: (message) => warnings.push(message),
    })
    expect(warnings).toEqual([
      '@RequestMapping has no effect on the routed controller "mappedController": its routes are in the route file',
    ])
  })

  test('the option instantiate makes the instances of controller classes', async () => {
    const made: unknown[] = []
    const mapping = await loadMapping('GET / bookController.show', {
      controllers: [BookController],
      instantiate: async (controllerClass: new () => object) => {
        made.push(controllerClass)
        return new controllerClass()
      },
    })
    expect(made).toEqual([BookController])
    expect(mapping.controllers.find('bookController.show')?.controller).toBeInstanceOf(BookController)
  })

  test('a mapping without route files throws, and the property router throws before load', () => {
    expect(() => new RouterHandlerMapping({ routeFiles: [] })).toThrow(/routeFiles/)
    expect(() => new RouterHandlerMapping({ routeFiles: 'routes.conf' }).router).toThrow(/load\(\)/)
  })
})

describe('component scan', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mvc-router-scan-'))
    const core = pathToFileURL(join(process.cwd(), 'packages/router-core/dist/express.js')).href
    const files: Record<string, string> = {
      'good/package.json': '{ "type": "module" }',
      'good/user-controller.js': `import { Controller } from '${core}'\nexport class Users { list() {} }\nController('userController')(Users)\nexport class PartOfUsers extends Users {}\nexport class GuestController extends Users {}`,
      'good/sub/shop-controller.mjs':
        'export class ShopController { list() {} }\nexport class Helper {}\nexport const helper = {}',
      'good/sub/again.js': "export { ShopController } from './shop-controller.mjs'",
      'good/legacy.cjs': 'module.exports = { legacyController: { list() {} }, LegacyHelper: class {} }',
      'good/class.cjs': 'class OrderController { list() {} }\nmodule.exports = OrderController',
      'good/user-controller.test.js': "throw new Error('a test was loaded')",
      'good/node_modules/x/index.js': "throw new Error('a dependency was loaded')",
      'twice/a.mjs': 'export class AController { list() {} }',
      'twice/b.mjs': 'export class AController { list() {} }',
      'sources/a.ts': 'export class AController { list() {} }',
      'broken/a.mjs': 'export class AController { list( }',
      'helpers/a.mjs': 'export const helperController = 5\nexport class Helper {}',
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const scan = async (name: string): Promise<string[]> => {
    const mapping = await loadMapping('GET / 404', { componentScan: join(folder, name) })
    return [...mapping.controllers.controllers.keys()].toSorted()
  }

  test('componentScan finds controllers in ES modules and CommonJS, by @Controller or by the name of the class', async () => {
    expect(await scan('good')).toEqual([
      'guestController',
      'legacyController',
      'orderController',
      'shopController',
      'userController',
    ])
  })

  test('componentScan accepts a folder relative to cwd, and a URL', async () => {
    const routes = { routeFiles: () => 'GET / shopController.list' }
    const relative = new RouterHandlerMapping({ ...routes, cwd: folder, componentScan: 'good' })
    const url = new RouterHandlerMapping({ ...routes, componentScan: [pathToFileURL(join(folder, 'good'))] })
    await expect(Promise.all([relative.load(), url.load()])).resolves.toBeDefined()
  })

  test('componentScan refuses two controllers with the same name', async () => {
    await expect(scan('twice')).rejects.toThrow('two controllers are named "aController"')
  })

  test('the error of componentScan names a file that cannot be loaded', async () => {
    await expect(scan('broken')).rejects.toThrow(/^componentScan: cannot load .*broken\/a\.mjs: /)
  })

  test('componentScan refuses a folder that is missing, has only TypeScript files, or has no controller', async () => {
    await expect(scan('missing')).rejects.toThrow(/there is no folder/)
    await expect(scan('sources')).rejects.toThrow(/name the folder of the built files/)
    await expect(scan('helpers')).rejects.toThrow(/no controllers in .*helpers: mark them with @Controller/)
  })
})

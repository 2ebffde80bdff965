export interface LinkCase {
  readonly name: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** Undefined for a link outside of a request. */
  readonly request?: { readonly mountPath?: string; readonly host?: string }
  readonly url: string
}

export interface RefusedLinkCase {
  readonly name: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly message: RegExp
}

export const linkRoutes = `
GET  /user/?                             userController.listAll
GET  /user/{<[0-9]+>id}                  userController.showUser
GET  /book/{slug}                        bookController.show
GET  /file/{<.+>path}                    fileController.show
GET  /archive/{<[0-9]{4}>year}-{month}   archiveController.month
GET  /home                               pageController.showPage(id:'home')
GET  /help                               pageController.showPage(id:'help')
GET  {tenant}.example.com/dashboard      tenantController.dashboard
`

const id = 42
const current = { mountPath: '', host: 'www.example.com' }

export const linkCases: readonly LinkCase[] = [
  { name: 'a route without variables', action: 'userController.listAll', args: {}, url: '/user/' },
  { name: 'a path variable', action: 'bookController.show', args: { slug: 'mvc' }, url: '/book/mvc' },
  { name: 'a variable with a constraint', action: 'userController.showUser', args: { id }, url: '/user/42' },
  {
    name: 'text that satisfies a constraint',
    action: 'userController.showUser',
    args: { id: '007' },
    url: '/user/007',
  },
  {
    name: 'a big integer',
    action: 'userController.showUser',
    args: { id: 9_007_199_254_740_993n },
    url: '/user/9007199254740993',
  },
  {
    name: 'an entity',
    action: 'userController.showUser',
    args: { id: { id, name: 'Ada' } },
    url: '/user/42',
  },
  {
    name: 'two variables in one segment',
    action: 'archiveController.month',
    args: { year: 2024, month: '05' },
    url: '/archive/2024-05',
  },
  {
    name: 'a variable with slashes',
    action: 'fileController.show',
    args: { path: 'a b/c.txt' },
    url: '/file/a%20b/c.txt',
  },
  { name: 'a slash', action: 'bookController.show', args: { slug: 'a/b' }, url: '/book/a%2Fb' },
  { name: 'a letter beyond ASCII', action: 'bookController.show', args: { slug: 'é' }, url: '/book/%C3%A9' },
  {
    name: 'a character beyond the first plane',
    action: 'bookController.show',
    args: { slug: '😀' },
    url: '/book/%F0%9F%98%80',
  },
  {
    name: 'an ampersand in the path',
    action: 'bookController.show',
    args: { slug: 'x&y' },
    url: '/book/x%26y',
  },
  {
    name: 'an HTML entity in the path',
    action: 'bookController.show',
    args: { slug: '&lt;' },
    url: '/book/%26lt%3B',
  },
  {
    name: 'an ampersand in the query',
    action: 'userController.listAll',
    args: { q: 'x&y=z' },
    url: '/user/?q=x%26y%3Dz',
  },
  {
    name: 'double quotes',
    action: 'bookController.show',
    args: { slug: 'say "hi"' },
    url: '/book/say%20%22hi%22',
  },
  { name: 'single quotes', action: 'bookController.show', args: { slug: "it's" }, url: '/book/it%27s' },
  { name: 'a percent sign', action: 'bookController.show', args: { slug: '100%' }, url: '/book/100%25' },
  { name: 'a backslash', action: 'bookController.show', args: { slug: 'a\\b' }, url: '/book/a%5Cb' },
  {
    name: 'a query',
    action: 'userController.showUser',
    args: { id, tab: 'books', page: 2 },
    url: '/user/42?page=2&tab=books',
  },
  // After an unescaped ampersand, a browser would read `amp` or `lt` as an HTML entity.
  {
    name: 'a query that looks like HTML entities',
    action: 'userController.listAll',
    args: { amp: 1, copy: 2, lt: 3 },
    url: '/user/?amp=1&copy=2&lt=3',
  },
  { name: 'a list', action: 'userController.listAll', args: { tag: ['a', 'b'] }, url: '/user/?tag=a&tag=b' },
  { name: 'an empty list', action: 'userController.listAll', args: { tag: [] }, url: '/user/' },
  { name: 'null', action: 'userController.listAll', args: { page: null }, url: '/user/' },
  { name: 'undefined', action: 'userController.listAll', args: { page: undefined }, url: '/user/' },
  { name: 'an empty text', action: 'userController.listAll', args: { q: '' }, url: '/user/?q=' },
  {
    name: 'zero and false',
    action: 'userController.listAll',
    args: { all: false, page: 0 },
    url: '/user/?all=false&page=0',
  },
  { name: 'fixed arguments', action: 'pageController.showPage', args: { id: 'help' }, url: '/help' },
  {
    name: 'fixed arguments in the text of the action',
    action: "pageController.showPage(id:'help')",
    args: {},
    url: '/help',
  },
  {
    name: 'an argument in the text of the action',
    action: "userController.showUser(id:'5')",
    args: {},
    url: '/user/5',
  },
  {
    name: 'an argument in the text of the action, and a query argument',
    action: "userController.showUser(id:'5')",
    args: { page: 2 },
    url: '/user/5?page=2',
  },
  {
    name: 'a mount path',
    action: 'userController.showUser',
    args: { id },
    request: { mountPath: '/shop' },
    url: '/shop/user/42',
  },
  {
    name: 'another host',
    action: 'tenantController.dashboard',
    args: { tenant: 'acme' },
    request: current,
    url: 'http://acme.example.com/dashboard',
  },
  {
    name: 'another host, with a mount path',
    action: 'tenantController.dashboard',
    args: { tenant: 'acme' },
    request: { ...current, mountPath: '/shop' },
    url: 'http://acme.example.com/shop/dashboard',
  },
  {
    name: 'the same host',
    action: 'tenantController.dashboard',
    args: { tenant: 'acme' },
    request: { host: 'acme.example.com' },
    url: '/dashboard',
  },
  {
    name: 'a request whose port is not allowed',
    action: 'tenantController.dashboard',
    args: { tenant: 'acme' },
    request: { host: 'www.example.com:3000' },
    url: 'http://acme.example.com/dashboard',
  },
]

export const refusedLinkCases: readonly RefusedLinkCase[] = [
  { name: 'an unknown action', action: 'userController.nope', args: {}, message: /userController\.nope/ },
  {
    name: 'an unknown action that resembles a known action',
    action: 'userController.showUsers',
    args: { id },
    message: /userController\.showUser\b/,
  },
  { name: 'a missing argument', action: 'userController.showUser', args: {}, message: /\bid\b/ },
  { name: 'a null argument', action: 'userController.showUser', args: { id: null }, message: /\bid\b/ },
  {
    name: 'an undefined argument',
    action: 'userController.showUser',
    args: { id: undefined },
    message: /\bid\b/,
  },
  {
    name: 'a value outside its constraint',
    action: 'userController.showUser',
    args: { id: 'abc' },
    message: /\bid\b/,
  },
  {
    name: 'an argument that has no text',
    action: 'userController.listAll',
    args: { q: {} },
    message: /\bq\b/,
  },
  { name: 'a dot segment', action: 'bookController.show', args: { slug: '..' }, message: /\bslug\b/ },
]

/** Values that end attributes, tags, scripts or URLs if they are not encoded. */
export const hostileValues: readonly string[] = [
  `"><script>alert(1)</script>`,
  `'><script>alert(1)</script>`,
  `x onmouseover=alert(1)`,
  `x" onmouseover="alert(1)`,
  `x' onmouseover='alert(1)`,
  `x\` onmouseover=\`alert(1)`,
  `</a><img src=x onerror=alert(1)>`,
  `</p><p>`,
  `<!--`,
  `]]>`,
  `javascript:alert(1)`,
  `//evil.example`,
  `/\\evil.example`,
  `https://evil.example/`,
  `?x=1#top`,
  `&quot;&#39;&lt;&gt;&amp;amp;`,
  `&copy=1&reg=2;`,
  `{{7*7}}<%= 7*7 %>\${7*7}{% raw %}`,
  `__proto__`,
  `constructor`,
  `a=b&c=d;e`,
  ` leading and trailing `,
  `a+b`,
  `%00%2F%zz`,
  `‮⁦ ￾`,
  `ＡＢ＜＞＂`,
]

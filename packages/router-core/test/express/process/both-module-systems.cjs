/** Uses `require` and `import` in one application, and prints if both give the same Router. */
const required = require('@mvc-router/router-core')

async function main() {
  const imported = await import('@mvc-router/router-core')
  const router = imported.Router.parse('GET /a a.b')
  required.Router.use(router)
  console.log(required.Router === imported.Router, imported.Router.reverse('a.b').url)
}

void main()

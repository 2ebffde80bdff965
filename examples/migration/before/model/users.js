const users = new Map([
  ['ada', { name: 'ada', fullName: 'Ada Lovelace', password: 'analytical', admin: true, disabled: false }],
  ['grace', { name: 'grace', fullName: 'Grace Hopper', password: 'cobol', admin: false, disabled: false }],
])

exports.all = () => [...users.values()]
exports.find = (name) => users.get(name)
exports.add = (name, password) => {
  const user = { name, fullName: name, password, admin: false, disabled: false }
  users.set(name, user)
  return user
}

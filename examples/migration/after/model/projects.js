const projects = new Map([
  ['apollo', { key: 'apollo', name: 'Apollo', about: 'To the moon', members: ['ada', 'grace'] }],
  ['soyuz', { key: 'soyuz', name: 'Soyuz', about: 'To the station, and back', members: ['ada'] }],
])

exports.all = () => [...projects.values()]
exports.find = (key) => projects.get(key)
exports.add = (key, name, about, owner) => {
  const project = { key, name, about, members: [owner] }
  projects.set(key, project)
  return project
}
exports.remove = (key) => projects.delete(key)

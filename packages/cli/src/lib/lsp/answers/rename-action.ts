import { isGenerated } from '../../engines/template-files.js'
import { SourceText, type Span } from '../../terminal/source-text.js'
import {
  isSameAction,
  nameOfLink,
  placeIn,
  placesOfAction,
  quotedNames,
  type FilePlace,
} from './action-places.js'
import { splitAction } from '../../route-parts.js'
import type { DeclaredMethod } from '../../programs/controller-index.js'
import type { ProjectTable } from '../../routes/project-table.js'
import type { Project, ProjectPlace, ProjectState } from '../project.js'
import { symbolAt } from './symbol-at.js'

export interface FileEdit extends FilePlace {
  readonly text: string
}

/** Thrown if there is no action to rename, or if a rename could break something. */
export class RenameException extends Error {
  override readonly name = 'RenameException'
}

/** @throws RenameException if there is no action, or if a rename is unsafe */
export function prepareRename(place: ProjectPlace): Span & { readonly placeholder: string } {
  const { action, start, end } = actionAt(place)
  checkRename(place, action)
  const [, method] = splitAction(action)
  return { start: Math.max(start, end - method.length), end, placeholder: method }
}

/**
 * @param newName `list`, or `bookController.list` with the same controller
 * @throws RenameException if a rename is unsafe
 */
export async function renameAction(place: ProjectPlace, newName: string): Promise<FileEdit[]> {
  const { action } = actionAt(place)
  const [controller, method] = splitAction(action)
  const renamed = newName.trim().includes('.') ? newName.trim() : `${controller}.${newName.trim()}`
  const [newController, newMethod] = splitAction(renamed)
  if (newController !== controller)
    throw new RenameException(
      `Only the method can be renamed: "${renamed}" is in another controller than ${controller}`,
    )
  if (!/^[A-Za-z$][\w$]*$/.test(newMethod))
    throw new RenameException(
      `"${newMethod}" cannot be the name of a method: letters, digits, "_" and "$", with a letter or "$" first`,
    )
  // Every object has names such as `toString`, and an object with `then` counts as a promise.
  if (newMethod in {} || newMethod === 'then')
    throw new RenameException(`"${newMethod}" cannot be the name of an action`)
  if (newMethod === method) return []
  const declared = checkRename(place, action)
  checkNewName(place, renamed)
  const edits = [
    ...[...placesOfAction(place, action), ...(await declaredPlaces(place.project, action))].map((each) => ({
      ...each,
      start: each.end - method.length,
      text: newMethod,
    })),
    ...methodEdits(place, action, declared, newMethod),
  ]
  return [...new Map(edits.map((edit) => [`${edit.path}:${edit.start}`, edit])).values()]
}

function actionAt(place: ProjectPlace): Span & { readonly action: string } {
  const symbol = symbolAt(place)
  if (symbol?.type !== 'action')
    throw new RenameException('There is no action here: put the caret on controller.method')
  // The case of a link's name may differ from its line.
  const [route] = place.table.routesOf(symbol.action)
  const isVariable = route === undefined || route.action.includes('{')
  return { ...symbol, action: isVariable ? symbol.action : route.action }
}

/** @throws RenameException if a rename is unsafe */
function checkRename(state: ProjectState, action: string): DeclaredMethod {
  const { table, controllers } = state
  const [error] = table.error?.errors ?? []
  if (error !== undefined)
    throw new RenameException(`${error.file}:${error.line}: fix the route files first: ${error.message}`)
  checkLines(table, action)
  const [controller, method] = splitAction(action)
  const [declared, ...others] = controllers.methodsOfAction(action)
  if (declared === undefined) {
    const why =
      controllers.declarationsOf(controller).length === 0
        ? `no controller "${controller}"`
        : `no method "${method}" of ${controller}`
    throw new RenameException(`${action} cannot be renamed everywhere: there is ${why} in the sources`)
  }
  if (others.length > 0)
    throw new RenameException(
      `${action} is declared several times: ${[declared, ...others].map(({ file }) => file.source.file).join(', ')}`,
    )
  const shared = controllers
    .actionsAt(declared.file, declared.method.start)
    .filter((each) => each.action !== action)
  if (shared.length > 0)
    throw new RenameException(
      `Other actions have the same method: ${shared.map((each) => each.action).join(', ')}`,
    )
  if (!controllers.isComplete(controller))
    throw new RenameException(
      `${controller} has methods that its source does not show, and they may call ${method}`,
    )
  const relatives = controllers
    .familyOf(declared)
    .filter(({ holder }) => holder !== declared.holder && holder.methods.some(({ name }) => name === method))
  const overridden = controllers.overriddenBy(declared)
  const [relative] = [...relatives, ...overridden]
  if (relative !== undefined)
    throw new RenameException(
      `${relative.holder.name ?? 'Another class'} has a related method "${method}" (${relative.file.source.file})`,
    )
  checkTemplates(state, action)
  return declared
}

/** Each line that runs the action must contain its name, and must belong to the project. */
function checkLines(table: ProjectTable, action: string): void {
  const candidates = table.router.table.actions.candidates(action)
  for (const { index, variables } of candidates) {
    const route = table.router.routes[index]
    if (route === undefined) continue
    const place = `${route.file}:${route.line}`
    if (variables !== undefined)
      throw new RenameException(`${place} takes the method from the path, so a new name would change its URL`)
    const path = table.pathOf(route.file)
    const document = table.documents.get(path)
    const entry = document?.entryAt(route.line)
    if (entry === undefined || document?.actionOf(entry)?.name !== route.action)
      throw new RenameException(`${place} contains the name of the action only in a variable`)
    if (/[\\/]node_modules[\\/]/.test(path))
      throw new RenameException(`${place} is a line of another package`)
  }
}

/** Refuses unreadable templates that name the action, and names with escapes, because a rename cannot replace them. */
function checkTemplates({ table, files }: ProjectState, action: string): void {
  for (const file of files) {
    const isNamed = file.mentions(action)
    // Every escape contains one of these characters, and most templates contain neither.
    if (!isNamed && !file.mentions('\\') && !file.mentions('&')) continue
    const { source, template, links } = file
    const problem =
      template.missing === undefined ? template.problems[0] : { offset: 0, message: template.missing.message }
    if (problem !== undefined && isNamed) {
      const { line } = source.place(problem.offset)
      throw new RenameException(
        `${source.file}:${line} names the action, and cannot be read: ${problem.message}`,
      )
    }
    for (const each of links.flatMap(({ actions }) => actions)) {
      const { name, start, end } = nameOfLink(each)
      if (!isSameAction(name, action, table) || source.text.slice(start, end) === name) continue
      const { line } = source.place(start)
      throw new RenameException(`${source.file}:${line} writes the name of the action with escapes`)
    }
  }
}

function checkNewName({ table, controllers }: ProjectState, renamed: string): void {
  if (table.router.routes.some((route) => route.action.toLowerCase() === renamed.toLowerCase()))
    throw new RenameException(`The route files have an action "${renamed}" already`)
  if (controllers.methodsOfAction(renamed).length > 0)
    throw new RenameException(`The controller has a method "${splitAction(renamed)[1]}" already`)
}

function methodEdits(
  { controllers }: ProjectState,
  action: string,
  declared: DeclaredMethod,
  text: string,
): FileEdit[] {
  const { method, file } = declared
  const ofThis = controllers
    .familyOf(declared)
    .concat(declared)
    .flatMap((each) => each.holder.ownUses.map((use) => ({ ...use, file: each.file })))
    .filter(({ name }) => name === method.name)
  return [{ ...method, file }, ...ofThis, ...controllers.usesOf(action)].map((use) => ({
    ...placeIn(use.file, use),
    text: use.isShorthand ? `${text}: ${method.name}` : text,
  }))
}

/** Returns the names in declarations that `mvc-router types` wrote. */
async function declaredPlaces(project: Project, action: string): Promise<FilePlace[]> {
  return (await project.declarations()).flatMap((path) => {
    const source = new SourceText(project.textOf(path) ?? '', project.nameOf(path))
    const names = isGenerated(source.text) ? quotedNames(source.text, action) : []
    return names.map((span) => placeIn({ path, source }, span))
  })
}

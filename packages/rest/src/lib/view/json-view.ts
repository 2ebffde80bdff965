import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import {
  metadataOf,
  MetadataKey,
  ownMetadataOf,
  standardContext,
} from '../entity/declare/decorator-metadata.js'
import type { Type } from '../entity/entity-definition.js'
import { isViewType, type ViewType } from '../entity/view-type.js'

const propertyViews = new MetadataKey<readonly ViewType[]>()
const methodViews = new MetadataKey<ViewType>()
const envelopes = new MetadataKey<true>()

/** The name for the whole class. No method has this name. */
const wholeClass = ''

type Decorated = Exclude<DecoratorContext, ClassSetterDecoratorContext>

/**
 * Marks a property or getter as part of one or several views. On a method or class of a controller, activates a view.
 * The view of a method replaces the view of its class.
 *
 * @throws ConfigurationException for a value that is no class, and for two views on one method or class.
 */
export function JsonView(...views: readonly ViewType[]): (target: unknown, context: Decorated) => void {
  return (_target, context) => {
    const { kind, name, metadata } = standardContext(context)
    if (kind === 'class') activate(metadata, wholeClass, views)
    else if (kind === 'method') activate(metadata, String(name), views)
    else mark(metadata, String(name), views)
  }
}

/** Writes all own properties of a class in every view. The view still applies to the values of the properties. */
export function Envelope(_type: unknown, context: ClassDecoratorContext): void {
  envelopes.write(standardContext(context).metadata).set(wholeClass, true)
}

/** The declarations of `JsonView` without decorators. */
export interface JsonViews {
  /** The views of each property. */
  readonly properties?: Readonly<Record<string, ViewType | readonly ViewType[]>>
  /** The view of each method's answer. */
  readonly methods?: Readonly<Record<string, ViewType>>
  /** The view of all other methods. */
  readonly type?: ViewType
}

/**
 * Declares `JsonView` without decorators.
 *
 * @throws ConfigurationException
 */
export function jsonViews(type: Type, views: JsonViews): void {
  checkOptions('jsonViews', views, { properties: true, methods: true, type: true })
  const { properties = {}, methods = {}, type: view } = views
  const metadata = ownMetadataOf(type)
  for (const [name, marks] of Object.entries(properties)) mark(metadata, name, [marks].flat())
  for (const [name, active] of Object.entries(methods)) activate(metadata, name, [active])
  if (view !== undefined) activate(metadata, wholeClass, [view])
}

/** Returns the view of a method, or the view of its class. */
export function activeView(controller: object, method: string): ViewType | undefined {
  const views = methodViews.of(controller)
  return views.get(method) ?? views.get(wholeClass)
}

export function viewedMethods(controller: object): readonly string[] {
  return Array.from(methodViews.of(controller).keys()).filter((name) => name !== wholeClass)
}

/** Returns the views of each marked property, also of inherited properties. */
export function markedProperties(type: object): ReadonlyMap<string, readonly ViewType[]> {
  return propertyViews.read(metadataOf(type))
}

export function isEnvelope(type: object): boolean {
  return envelopes.read(metadataOf(type)).has(wholeClass)
}

function activate(metadata: object, method: string, views: readonly ViewType[]): void {
  const where = method === wholeClass ? 'A class' : `The method ${method}`
  const [view, second] = views
  checkView(view, where)
  if (second !== undefined)
    throw new ConfigurationException('JsonView', `${where} answers in one view; let a view extend the other`)
  methodViews.write(metadata).set(method, view)
}

function mark(metadata: object, property: string, views: readonly ViewType[]): void {
  if (views.length === 0) checkView(undefined, `The property ${property}`)
  for (const view of views) checkView(view, `The property ${property}`)
  propertyViews.write(metadata).set(property, views)
}

function checkView(view: unknown, where: string): asserts view is ViewType {
  if (!isViewType(view))
    throw new ConfigurationException('JsonView', `${where} names a view that is no class: ${String(view)}`)
}

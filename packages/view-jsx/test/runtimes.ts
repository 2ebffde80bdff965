import type { JsxRuntime } from '@mvc-router/view-jsx'
import * as kita from '@kitajs/html'
import * as kitaRuntime from '@kitajs/html/jsx-runtime'
import * as honoRuntime from 'hono/jsx/jsx-runtime'
import { jsx as honoCreateElement } from 'hono/jsx'
import { h } from 'preact'
import * as preactRuntime from 'preact/jsx-runtime'
import { renderToStringAsync as renderPreact } from 'preact-render-to-string'
import { createElement } from 'react'
import { renderToStaticMarkup as renderReact } from 'react-dom/server'
import * as reactRuntime from 'react/jsx-runtime'

export interface TestedRuntime {
  readonly name: string
  readonly runtime: JsxRuntime<unknown>
  readonly render: (element: unknown) => string | Promise<string>
}

/** Each runtime with its function `jsx`, and again with its older `createElement`. */
export const runtimes: readonly TestedRuntime[] = [
  { name: 'React', runtime: reactRuntime, render: async (element) => renderReact(element as never) },
  {
    name: 'React createElement',
    runtime: { createElement },
    render: async (element) => renderReact(element as never),
  },
  { name: 'Preact', runtime: preactRuntime, render: (element) => renderPreact(element as never) },
  { name: 'Preact h', runtime: { createElement: h }, render: (element) => renderPreact(element as never) },
  { name: 'hono/jsx', runtime: honoRuntime, render: renderHono },
  {
    name: 'hono/jsx createElement',
    runtime: { createElement: honoCreateElement },
    render: async (element) => String(element),
  },
  { name: '@kitajs/html', runtime: kitaRuntime, render: async (element) => String(await element) },
  {
    name: '@kitajs/html createElement',
    runtime: { createElement: kita.createElement },
    render: async (element) => String(await element),
  },
]

interface Text {
  toString(): string
}

/** Renders an element of hono/jsx. Its `toString` returns a promise if a component is asynchronous. */
export async function renderHono(element: unknown): Promise<string> {
  const rendered = (element as { toString(): unknown }).toString() as Text | Promise<Text>
  const text = await rendered
  return text.toString() // safe text of hono/jsx is a String object
}

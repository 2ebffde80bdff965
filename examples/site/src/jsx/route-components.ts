import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import type { JSX } from 'react'
import { jsx } from 'react/jsx-runtime'

/** Links by the names of actions, with React's own types of anchors and forms. */
export const { href, Link, Form } = createRouteComponents<
  JSX.Element,
  JSX.IntrinsicElements['a'],
  JSX.IntrinsicElements['form']
>({ jsx, router: Router })

import { Router } from '@mvc-router/router-core'
import { createRouteComponents } from '@mvc-router/view-jsx'
import type { JSX } from 'react' //? ts
import { jsx } from 'react/jsx-runtime'

type Anchor = JSX.IntrinsicElements['a'] //? ts
type FormElement = JSX.IntrinsicElements['form'] //? ts
 //? ts
/** Components that link to actions by name. */
export const { href, Link, Form } = createRouteComponents<JSX.Element, Anchor, FormElement>({ jsx, router: Router })

import type { ModelAttribute } from '@mvc-router/router-core'
import { Link } from './route-components.js'

export interface TabsProps {
  readonly route: ModelAttribute
  readonly tabs: readonly { readonly genre: string; readonly text: string }[]
}

/** The links to the shelves. */
export function Tabs({ route, tabs }: TabsProps) {
  const current = (action: string, args?: object): 'page' | undefined =>
    route.isCurrent(action, args) ? 'page' : undefined
  return (
    <ul className="tabs">
      <li>
        <Link action="catalogueController.list" aria-current={current('catalogueController.list')}>
          All
        </Link>
      </li>
      {tabs.map(({ genre, text }) => (
        <li key={genre}>
          <Link
            action="catalogueController.genre"
            params={{ genre }}
            aria-current={current('catalogueController.genre', { genre })}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

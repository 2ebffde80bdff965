import type { ModelAttribute } from '@mvc-router/router-core'
import type { ReactNode } from 'react'
import type { EngineChoice } from '../engines.js'
import { href, Link } from './route-components.js'

export interface LayoutProps {
  readonly route: ModelAttribute
  readonly title: string
  readonly customer?: string
  readonly cartCount: number
  readonly engines: readonly EngineChoice[]
  readonly children?: ReactNode
}

/** The frame of every page. */
export function Layout({ route, title, customer, cartCount, engines, children }: LayoutProps) {
  const current = (action: string, args?: object): 'page' | undefined =>
    route.isCurrent(action, args) ? 'page' : undefined
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Quire Books`}</title>
        <link rel="stylesheet" href={href('staticDir:public', { resource: 'site.css' })} />
      </head>
      <body>
        <header className="top">
          <nav className="wrap">
            <Link action="catalogueController.home" className="brand">
              Quire Books
            </Link>
            <Link action="catalogueController.list" aria-current={current('catalogueController.list')}>
              Catalogue
            </Link>
            <Link
              action="pageController.show(page:'about')"
              aria-current={current('pageController.show', { page: 'about' })}
            >
              About
            </Link>
            <Link action="accountController.show" aria-current={current('accountController.*')}>
              {customer ?? 'Sign in'}
            </Link>
            <Link action="cartController.show" aria-current={current('cartController.*')}>
              Cart ({cartCount})
            </Link>
          </nav>
        </header>
        <main className="wrap">{children}</main>
        <footer className="bottom">
          <div className="wrap">
            <p>
              Pages written with
              {engines.map((choice) => (
                <Link
                  key={choice.name}
                  action="engineController.choose"
                  params={{ engine: choice.name }}
                  aria-current={choice.isCurrent ? 'true' : undefined}
                >
                  {choice.title}
                </Link>
              ))}
            </p>
            <p>
              <Link action="pageController.show" params={{ page: 'delivery' }}>
                Delivery
              </Link>
              <Link action="pageController.show" params={{ page: 'returns' }}>
                Returns
              </Link>
              <Link action="pageController.trouble">Trouble</Link>
            </p>
          </div>
        </footer>
      </body>
    </html>
  )
}

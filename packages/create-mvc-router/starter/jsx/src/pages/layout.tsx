import type { ReactNode } from 'react' //? ts
import { href, Link } from './links.js'

type LayoutProps = { title: string; section?: 'notes' | 'about'; children: ReactNode } //? ts
 //? ts
/** The layout of every page. The menu marks the current section. */
export function Layout({ title, section, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · starter-name`}</title>
        <link rel="icon" href={href('staticDir:public', { resource: 'favicon.svg' })} />
        <link rel="stylesheet" href={href('staticDir:public', { resource: 'site.css' })} /> {/*? css */}
      </head>
      <body>
        <header>
          <nav aria-label="Pages">
            <Link className="brand" action="pageController.home">
              starter-name
            </Link>
            <Link action="noteController.list" aria-current={section === 'notes' ? 'page' : undefined}>
              Notes
            </Link>
            <Link action="pageController.about" aria-current={section === 'about' ? 'page' : undefined}>
              About
            </Link>
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

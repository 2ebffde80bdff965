import { Controller, Params, pathVariable, view, type ModelAndView } from '@mvc-router/router-core/express'
import { NotFoundException } from '../not-found-exception.js'

interface Page {
  readonly title: string
  readonly paragraphs: readonly string[]
}

const pages: ReadonlyMap<string, Page> = new Map([
  [
    'about',
    {
      title: 'About this shop',
      paragraphs: [
        'Quire Books sells nothing. It shows a site whose URLs all come from one route file.',
        'Stop here for a moment: open routes.conf, change a path, save, and reload this page. The links have followed.',
      ],
    },
  ],
  [
    'delivery',
    { title: 'Delivery', paragraphs: ['Books travel by slow train, on foot, and once a year by octopus.'] },
  ],
  [
    'returns',
    {
      title: 'Returns',
      paragraphs: ['What you have read is yours. What you have not read, come back and tell us why.'],
    },
  ],
])

@Controller()
export class PageController {
  @Params(pathVariable('page'))
  show(name: string): ModelAndView {
    const page = pages.get(name)
    if (page === undefined) throw new NotFoundException('There is no such page.')
    return view('page', page)
  }

  /** An action that fails, so that you can see the error page. */
  async trouble(): Promise<never> {
    return Promise.reject(new Error('The shelf fell over'))
  }
}

import { Params, pathVariable, ResponseEntity } from '@mvc-router/router-core/express'
import { halLinks, linkHeader, linkTo } from '@mvc-router/router-core/hypermedia'

export class BookController {
  @Params(pathVariable('id', Number))
  show(id: number): ResponseEntity {
    const self = linkTo(BookController).action('show').slash(id).withSelfRel()
    const next = linkTo('bookController.show')
      .slash('id', id + 1)
      .withRel('next', { title: 'The next book' })
    const any = linkTo('bookController.show').withRel('book') // a template: the id is missing
    return new ResponseEntity(
      { id, _links: halLinks(self, next, any) },
      { headers: { Link: linkHeader(self, next) } },
    )
  }
}

import { JsonView, RepositoryBasedRestController, RequestMapping, type Page } from '@mvc-router/rest'
import type { KyselyRepository } from '@mvc-router/rest-kysely'
import { DetailView, SummaryView, type Author } from './entities.js'

/** Two layers: the controller calls the repository. */
@RequestMapping('/authors')
@JsonView(DetailView)
export class AuthorController extends RepositoryBasedRestController<
  Author,
  number,
  KyselyRepository<Author, number>
> {
  override readonly filters = { name: ['eq', 'contains'] } as const

  @JsonView(SummaryView)
  override async findAll(parameters: URLSearchParams): Promise<Page<Author> | readonly Author[]> {
    return super.findAll(parameters)
  }
}

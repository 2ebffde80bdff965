import {
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { Controller, Params } from '@mvc-router/router-core/express'

const Shelf = defineEntity({ name: 'Shelf', key: { id: 'integer' }, fields: { label: 'string' } })
type Shelf = EntityOf<typeof Shelf>

/** A controller that a scan finds and constructs without arguments. */
@Controller('shelves')
@RequestMapping('/shelves')
export class ShelfController extends RepositoryBasedRestController<Shelf, number> {
  constructor() {
    super(new MemoryRepository(Shelf))
  }

  @Params()
  count(): number {
    return 0
  }
}

import { Answers, RequestMapping, ServiceBasedRestController } from '@mvc-router/rest'
import { modelMapper } from '@mvc-router/rest/mapper'
import { Params, pathVariable } from '@mvc-router/router-core/express'
import { z } from 'zod'
import { Loan } from './entities.js'
import { LoanNotice } from './loan-notice.js'
import type { LoanService } from './loan-service.js'

/** Lends books, and takes them back. The lines of `findOverdue` and `giveBack` are in `routes.conf`. */
@RequestMapping('/loans')
export class LoanController extends ServiceBasedRestController<Loan, string, LoanService> {
  override methods = ['findAll', 'findById', 'create']
  override readonly filters = { bookId: ['eq'] } as const

  @Answers(z.array(z.object({ reader: z.string(), bookTitle: z.string(), dueOn: z.iso.date() })))
  @Params()
  async findOverdue(): Promise<readonly LoanNotice[]> {
    const today = new Date().toISOString().slice(0, 10)
    return modelMapper.mapAll(await this.service.findOverdue(today), LoanNotice)
  }

  @Answers(Loan)
  @Params(pathVariable('id'))
  async giveBack(id: string): Promise<Loan> {
    return this.service.giveBack(Loan.parseKey(id))
  }
}

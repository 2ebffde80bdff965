export type { PagingAndSortingRepository } from './lib/repository/paging-and-sorting-repository.js'

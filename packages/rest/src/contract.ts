export {
  repositoryContract,
  type ContractCase,
  type RepositoryContractOptions,
} from './lib/contract/repository-contract.js'
export type { Ability } from './lib/contract/refusal-rules.js'

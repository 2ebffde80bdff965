export {
  repositoryContract,
  type ContractCase,
  type RepositoryContractOptions,
} from './repository-contract.js'
export type { Ability } from './refusal-rules.js'

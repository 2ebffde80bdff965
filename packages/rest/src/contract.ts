export {
  repositoryContract,
  type ContractCase,
  type RepositoryContractOptions,
} from './lib/contract/repository-contract.js'

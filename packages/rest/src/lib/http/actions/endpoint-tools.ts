import type { JsonMapper } from '../../view/json-mapper.js'
import type { BodyReader } from '../body/body-reader.js'
import type { ResponseWriter } from '../response/response-writer.js'

/** What the endpoints share with the rest of the module. */
export interface EndpointTools {
  readonly mapper: JsonMapper
  readonly writer: ResponseWriter
  readonly reader: BodyReader
}

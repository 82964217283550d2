// How requests of a family are written; who writes the bytes needs to know nothing else.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'

export type RequestForm = Readonly<{
  encoding: EncodingName
  /** `Authorization` carries the reader's key. */
  sendsKey: boolean
  /** In the order they are sent. */
  fields: (request: SampledRequest, options: BodyOptions) => Payload
}>

export type EncodingName = 'json'

export type Payload = Readonly<Record<string, unknown>>

export type BodyOptions = Readonly<{
  config: BenchmarkConfig
  /** The name the server knows the model by. */
  model: string
}>

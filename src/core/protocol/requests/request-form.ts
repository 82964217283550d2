// How requests of a family are written; who writes the bytes needs to know nothing else.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import type { SharedText } from '../../workload/shared-text.ts'
import type { StoredText } from '../../workload/stored-text.ts'
import type { TokenIds } from '../../workload/token-ids.ts'

export type RequestForm = Readonly<{
  encoding: EncodingName
  /** `Authorization` has the user's key. */
  sendsKey: boolean
  /** Besides those of every backend. */
  headers?: (apiKey: string | null) => Readonly<Record<string, string>>
  /** In the order they are sent. */
  fields: (request: SampledRequest, options: BodyOptions) => Payload
}>

/** What most families send. */
export const keyedJson = { encoding: 'json', sendsKey: true } as const

export type EncodingName = 'json' | 'multipart' | 'frames'

/** Text, to be sent as UTF-8, bytes, and prompts as JSON, to be sent one after the other. */
export type BodyPieces = readonly (string | Uint8Array | TokenIds | SharedText | StoredText)[]

/** A field of a form that occurs once for each value. */
export class RepeatedField {
  readonly values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

export type Payload = Readonly<Record<string, unknown>>

export type BodyOptions = Readonly<{
  config: BenchmarkConfig
  /** The name the server knows the model by. */
  model: string
  /** Parts the fields of a form; occurs in none of them. */
  boundary: string
}>

/** The values of each field of a family. */
export type FieldValues<Field extends string> = Readonly<
  Record<Field, (request: SampledRequest, options: BodyOptions) => unknown>
>

/** The payload of the fields a compatibility profile sends, in its order. */
export function fieldsInOrder<Field extends string>(
  fields: readonly Field[],
  values: FieldValues<Field>,
): RequestForm['fields'] {
  return (request, options) =>
    Object.fromEntries(fields.map((field) => [field, values[field](request, options)]))
}

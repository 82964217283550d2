// How requests of a family are built; the encoder needs nothing else.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import type { SharedText } from '../../workload/shared-text.ts'
import type { StoredText } from '../../workload/stored-text.ts'
import type { TokenIds } from '../../workload/token-ids.ts'

export type RequestForm = Readonly<{
  encoding: EncodingName
  /** `Authorization` carries the user's key. */
  sendsKey: boolean
  /** Headers beyond the common ones. */
  headers?: (apiKey: string | null) => Readonly<Record<string, string>>
  /** Fields in send order. */
  fields: (request: SampledRequest, options: BodyOptions) => Payload
}>

/** Defaults of most families. */
export const keyedJson = { encoding: 'json', sendsKey: true } as const

export type EncodingName = 'json' | 'multipart' | 'frames'

/** Text to send as UTF-8, bytes, and prompts as JSON, sent consecutively. */
export type BodyPieces = readonly (string | Uint8Array | TokenIds | SharedText | StoredText)[]

/** A form field that occurs once per value. */
export class RepeatedField {
  readonly values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.values = values
  }
}

export type Payload = Readonly<Record<string, unknown>>

export type BodyOptions = Readonly<{
  config: BenchmarkConfig
  /** Model name known to the server. */
  model: string
  /** Separates the fields of a form; must not occur in any of them. */
  boundary: string
}>

export type FieldValues<Field extends string> = Readonly<
  Record<Field, (request: SampledRequest, options: BodyOptions) => unknown>
>

/** The payload of the fields that a compatibility profile sends, in its order. */
export function fieldsInOrder<Field extends string>(
  fields: readonly Field[],
  values: FieldValues<Field>,
): RequestForm['fields'] {
  return (request, options) =>
    Object.fromEntries(fields.map((field) => [field, values[field](request, options)]))
}

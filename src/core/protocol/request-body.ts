// The body of one request: the fields of its backend, in the encoding that backend takes.
import type { BackendName } from '../model/backend-traits.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'
import type { BodyOptions, EncodingName, Payload } from './request-form.ts'
import { requestForms } from './request-forms.ts'

/** Text, to be sent as UTF-8, and bytes, to be sent one after the other. */
export type BodyPieces = readonly (string | Uint8Array)[]

type Encoding = Readonly<{
  contentType: string
  encode: (payload: Payload) => BodyPieces
}>

const encodings: Readonly<Record<EncodingName, Encoding>> = {
  json: {
    contentType: 'application/json',
    encode: (payload) => [JSON.stringify(payload)],
  },
}

export function contentTypeFor(backend: BackendName): string {
  return encodings[requestForms[backend].encoding].contentType
}

export function buildRequestBody(request: SampledRequest, options: BodyOptions): BodyPieces {
  const { encoding, fields } = requestForms[options.config.backend]
  return encodings[encoding].encode(fields(request, options))
}

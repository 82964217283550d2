// The body of one request: the fields of its backend, in the encoding that backend takes.
import type { BackendName } from '../../model/benchmark/backend-traits.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { jsonPieces } from './json-pieces.ts'
import { multipartForm } from './multipart-form.ts'
import type { BodyOptions, BodyPieces, EncodingName, Payload } from './request-form.ts'
import { requestForms } from './request-forms.ts'

type Encoding = Readonly<{
  contentType: (boundary: string) => string
  encode: (payload: Payload, boundary: string) => BodyPieces
}>

const encodings: Readonly<Record<EncodingName, Encoding>> = {
  json: {
    contentType: () => 'application/json',
    encode: jsonPieces,
  },
  multipart: {
    contentType: (boundary) => `multipart/form-data; boundary=${boundary}`,
    encode: multipartForm,
  },
  /** Written by the form itself. */
  frames: {
    contentType: () => 'application/octet-stream',
    encode: ({ frames }) => (Array.isArray(frames) ? frames.filter(isBytes) : []),
  },
}

export function contentTypeFor(backend: BackendName, boundary: string): string {
  return encodings[requestForms[backend].encoding].contentType(boundary)
}

export function buildRequestBody(request: SampledRequest, options: BodyOptions): BodyPieces {
  const { encoding, fields } = requestForms[options.config.backend]
  return encodings[encoding].encode(fields(request, options), options.boundary)
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

// The body of one request: the fields of its backend in the backend's encoding.
import type { BackendName } from '#core/backends/backend-traits.ts'
import type { SampledRequest, AudioFile } from '../../workload/sampled-request.ts'
import { jsonPieces } from './json-pieces.ts'
import {
  type BodyOptions,
  type BodyPieces,
  type EncodingName,
  type Payload,
  RepeatedField,
} from './request-form.ts'
import { requestForms } from '../apis.ts'

type BodyEncoding = Readonly<{
  contentType: (boundary: string) => string
  encode: (payload: Payload, boundary: string) => BodyPieces
}>

const encodings: Readonly<Record<EncodingName, BodyEncoding>> = {
  json: {
    contentType: () => 'application/json',
    encode: jsonPieces,
  },
  multipart: {
    contentType: (boundary) => `multipart/form-data; boundary=${boundary}`,
    encode: multipartForm,
  },
  /** The form encodes these fields itself. */
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

/** A multipart form as browsers and vLLM's client send it. The boundary must not occur in any value. */
function multipartForm(payload: Payload, boundary: string): BodyPieces {
  return [
    ...fieldsOf(payload).flatMap(([name, value]) => [
      `--${boundary}\r\n`,
      ...(isFile(value) ? filePart(name, value) : [textPart(name, value)]),
      '\r\n',
    ]),
    `--${boundary}--\r\n`,
  ]
}

function fieldsOf(payload: Payload): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(payload).flatMap(([name, value]) =>
    value instanceof RepeatedField
      ? value.values.map((one) => [name, one] as const)
      : [[name, value] as const],
  )
}

function isFile(value: unknown): value is AudioFile {
  return typeof value === 'object' && value !== null && 'bytes' in value && 'fileName' in value
}

function filePart(name: string, { bytes, fileName, mediaType }: AudioFile): BodyPieces {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(fileName)}"\r\n`
  const type = `Content-Type: ${mediaType ?? 'application/octet-stream'}\r\n\r\n`
  return [disposition + type, bytes]
}

function textPart(name: string, value: unknown): string {
  return `Content-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${fieldText(value)}`
}

/** Escapes characters that would end a quoted name, as browsers do. */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}

/** Formats values like Python, as servers of this API expect; lists and objects stay JSON. */
function fieldText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

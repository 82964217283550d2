// A form with a file, as browsers and the original client send it: one part per field, between lines of a boundary.
import type { Recording } from '../../workload/sampled-request.ts'
import type { BodyPieces, Payload } from './request-form.ts'

/** The boundary must occur in no value. */
export function multipartForm(payload: Payload, boundary: string): BodyPieces {
  return [
    ...Object.entries(payload).flatMap(([name, value]) => [
      `--${boundary}\r\n`,
      ...(isFile(value) ? filePart(name, value) : [textPart(name, value)]),
      '\r\n',
    ]),
    `--${boundary}--\r\n`,
  ]
}

function isFile(value: unknown): value is Recording {
  return typeof value === 'object' && value !== null && 'bytes' in value && 'fileName' in value
}

function filePart(name: string, { bytes, fileName, mediaType }: Recording): BodyPieces {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(fileName)}"\r\n`
  const type = `Content-Type: ${mediaType ?? 'application/octet-stream'}\r\n\r\n`
  return [disposition + type, bytes]
}

function textPart(name: string, value: unknown): string {
  return `Content-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${fieldText(value)}`
}

/** What would end a name in quotes is written as browsers write it. */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}

/** As Python writes values, which is what servers of this API get; lists and objects stay JSON. */
function fieldText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

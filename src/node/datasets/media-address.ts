// URLs for images and videos of a dataset: as given, on the server's machine, or with the bytes inside.
import { message } from '#core/messages/message.ts'
import { invalidDataset } from './dataset-file.ts'

const schemes = ['http://', 'https://', 'file://', 'data:image/']

export function isAddress(reference: string): boolean {
  return schemes.some((scheme) => reference.startsWith(scheme))
}

/** Anything that is not a URL is a path on the server's machine. */
export function mediaAddress(reference: string): string {
  return isAddress(reference) ? reference : `file://${reference}`
}

/** `name` is used in error messages. */
export function imageUrl(bytes: Uint8Array, name: string): string {
  const mediaType = imageTypeOf(bytes)
  if (mediaType !== null) return dataUrl(bytes, mediaType)
  throw invalidDataset(
    message('workload.unknownImage', { path: name }),
    'Give JPEG, PNG, GIF, WebP, BMP or TIFF files.',
  )
}

export function dataUrl(bytes: Uint8Array, mediaType: string): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return `data:${mediaType};base64,${base64}`
}

const beginnings: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/bmp', /^BM/],
  ['image/tiff', /^(II\*\0|MM\0\*)/],
]

/** Image format of a file, from its first bytes; null for types that models do not accept. Exported for tests. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  return beginnings.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

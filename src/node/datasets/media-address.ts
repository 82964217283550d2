// URLs for images and videos of a dataset: as given, on the server's machine, or with the bytes inside.
import { message } from '#core/messages/message.ts'
import { imageTypeOf } from '#core/media/image-type.ts'
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

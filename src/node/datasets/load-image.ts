// Loads images from disk or the network, so that they are sent inside the request unchanged.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { message, MessageError, textOf } from '#core/messages/message.ts'
import { imageTypeOf } from '#core/media/image-type.ts'
import { webFetch } from '#node/http/web-fetch.ts'
import { besideDataset, requireGoingOn } from './samplers/sampler.ts'
import { invalidDataset } from './dataset-file.ts'

// Resolves an image or video reference to a URL for the server. Anything that is not a URL is a path on the server's machine.
const schemes = ['http://', 'https://', 'file://', 'data:image/']

function isAddress(reference: string): boolean {
  return schemes.some((scheme) => reference.startsWith(scheme))
}

export function mediaAddress(reference: string): string {
  return isAddress(reference) ? reference : `file://${reference}`
}

/** References are URLs, or paths relative to the dataset at `datasetPath`. */
export function imageLoader(
  datasetPath: string,
  signal?: AbortSignal,
): (reference: string) => Promise<string> {
  return async (reference) => {
    if (reference.startsWith('data:')) return reference
    requireGoingOn({ ...(signal && { signal }) })
    const bytes = await attempt(reference, () => bytesAt(reference, datasetPath, signal))
    return imageUrl(bytes, reference)
  }
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

async function bytesAt(
  reference: string,
  datasetPath: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (reference.startsWith('file://')) return readFile(fileURLToPath(reference))
  if (!isAddress(reference)) return readFile(await besideDataset(reference, datasetPath))
  const response = await webFetch(reference, { signal: signal ?? null })
  if (!response.ok)
    throw new MessageError(
      message('workload.badStatus', { status: response.status, statusText: response.statusText }),
    )
  return response.bytes()
}

async function attempt<T>(reference: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw invalidDataset(
      message('workload.imageUnavailable', { path: reference, why: textOf(error) }),
      message('workload.imageUnavailable.remedy'),
    )
  }
}

// Encodes bytes as a data URL.
export function dataUrl(bytes: Uint8Array, mediaType: string): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return `data:${mediaType};base64,${base64}`
}

// What a gzipped file holds, piece by piece: no more of it is in memory than is being read.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const chunkSize = 1 << 18

const ending = '.gz'

export function isZipped(path: string): boolean {
  return path.toLowerCase().endsWith(ending)
}

/** The name of what is inside. */
export function unzippedName(path: string): string {
  return isZipped(path) ? path.slice(0, -ending.length) : path
}

export async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Loaded where something is zipped: every benchmark passes by here, and is to begin soon.
  const { createGunzip } = await import('node:zlib')
  const gunzip = createGunzip({ chunkSize })
  // Errors on the way are reported by the stream that is read.
  pipeline(Readable.from(chunks), gunzip).catch(() => undefined)
  for await (const chunk of gunzip) yield chunk as Buffer
}

// Writes a bundle to a stream, compressed on the way.
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { BundleLine } from '#core/bundle/bundle-line.ts'

/** A write each costs more than the line itself. */
const chunkLength = 64 * 1024

export async function writeBundle(lines: Iterable<BundleLine>, target: Writable): Promise<void> {
  await pipeline(Readable.from(chunks(lines), { objectMode: false }), createGzip(), target)
}

function* chunks(lines: Iterable<BundleLine>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

// The list of releases: its URL and its content.
import { readFileSync } from 'node:fs'
import { message, MessageError } from '#core/messages/message.ts'
import { isJson } from '#core/protocol/json-value.ts'
import { parsedJson } from '#core/base/parsed-json.ts'
import { releasesUrl } from '#core/base/releases.ts'
import { ownFile } from '#node/files/own-file.ts'
import { webFetch } from './web-fetch.ts'

const patienceMs = 10_000
const mostBytes = 4 * 2 ** 20

/** Sends no version and nothing that identifies the user or machine, and follows no redirect. */
export async function releasesAt(address: string): Promise<unknown> {
  const response = await webFetch(address, {
    headers: { accept: 'application/json', 'user-agent': 'kneepoint' },
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    throw new MessageError(message('updates.status', { status: response.status }))
  }
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    if (bytes > mostBytes) throw new MessageError(message('updates.noList'))
    pieces.push(piece)
  }
  return parsedJson(Buffer.concat(pieces).toString())
}

/** KNEEPOINT_RELEASES_URL, or derived from the repository in package.json. Only https, or this machine. */
export function releasesAddress(): string | null {
  const named = process.env['KNEEPOINT_RELEASES_URL'] ?? ownReleases()
  const url = named === null ? null : URL.parse(named)
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost'
  const isSafe = url?.protocol === 'https:' || (isLocal && url.protocol === 'http:')
  return url !== null && isSafe && url.username === '' ? url.href : null
}

function ownReleases(): string | null {
  try {
    const manifest = parsedJson(readFileSync(ownFile('package.json'), 'utf8'))
    return isJson(manifest) ? releasesUrl(manifest['repository']) : null
  } catch {
    return null
  }
}

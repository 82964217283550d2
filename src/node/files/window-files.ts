// Serves the built window: files of one folder, read-only, under strict headers. The desktop's protocol and `kneepoint web` only
// transport these responses.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'

export type WindowAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer<ArrayBuffer> | string
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** `pathname` as in the request, still encoded and without its query. */
export async function answerFromWindow(folder: string, pathname: string): Promise<WindowAnswer> {
  const file = windowFileOf(pathname)
  if (file === null) return refusal(400, 'This address is not one of ours.')
  const body = await readFile(path.join(folder, file)).catch(() => null)
  if (body === null) return refusal(404, 'There is no such file.')
  const mediaType = mediaTypes[path.posix.extname(file)] ?? 'application/octet-stream'
  return {
    status: 200,
    headers: { ...securityHeaders, 'Content-Type': mediaType, 'Cache-Control': cachingOf(file) },
    body,
  }
}

/** The build names assets by content hash, so the content of a name never changes. */
function cachingOf(file: string): string {
  return file.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

export function refusal(status: number, sentence: string): WindowAnswer {
  return {
    status,
    headers: { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
    body: sentence,
  }
}

/** The file for a URL path, below the folder; null if the path leaves the folder. */
function windowFileOf(pathname: string): string | null {
  const decoded = decodedOrNull(pathname)
  // On Windows a colon would name a drive or an alternate data stream.
  if (decoded === null || /[\\\0:]/.test(decoded) || decoded.split('/').includes('..')) return null
  // Paths without an extension are views of the window, which routes them itself.
  return path.posix.extname(decoded) === '' ? '/index.html' : decoded
}

function decodedOrNull(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

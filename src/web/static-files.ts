// Answers requests for the built window: files of one folder, read-only, under the strict headers of the desktop.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import path from 'node:path'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'

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

const securityHeaders: OutgoingHttpHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

export async function answerWithFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(response, 405, 'Only GET is answered here.')
  }
  const filePath = filePathOf(request.url ?? '/')
  if (filePath === null) return refuse(response, 400, 'This address is not one of ours.')
  const content = await readFile(path.join(folder, filePath)).catch(() => null)
  if (content === null) return refuse(response, 404, 'There is no such file.')
  response.writeHead(200, {
    ...securityHeaders,
    'Content-Type': mediaTypes[path.extname(filePath)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
  })
  response.end(content)
}

export function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end(sentence)
}

/** The file an address means, below the folder; null when it tries to leave it. */
export function filePathOf(address: string): string | null {
  const [pathname = ''] = address.split(/[?#]/)
  const decoded = decodedOrNull(pathname)
  if (decoded === null || /[\\\0:]/.test(decoded) || decoded.split('/').includes('..')) return null
  // Addresses without an extension are views of the window, which routes them itself.
  return path.posix.extname(decoded) === '' ? '/index.html' : decoded
}

function decodedOrNull(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

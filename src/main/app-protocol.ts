// Serves the built window at app://bench/: files of one folder, read-only, under our security policy.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Protocol } from 'electron'
import { appHost, appScheme } from './app-origin.ts'
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

/** Must be called before Electron is ready; makes our pages a proper, secure origin. */
export function declareAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

export function serveRenderer(protocol: Protocol, folder: string): void {
  protocol.handle(appScheme, (request) => answer(request, folder))
}

export async function answer(request: Request, folder: string): Promise<Response> {
  if (request.method !== 'GET') return refusal(405, 'Only GET is answered here.')
  const path = filePathOf(new URL(request.url))
  if (path === null) return refusal(400, 'This address is not one of ours.')
  try {
    return fileResponse(await readFile(join(folder, path)), path)
  } catch {
    return refusal(404, 'There is no such file.')
  }
}

/** Path of the file an address means, below the folder; null when it tries to leave it. */
export function filePathOf(url: URL): string | null {
  if (url.host !== appHost) return null
  const path = decoded(url.pathname)
  if (path === null || /[\\\0]/.test(path) || path.split('/').includes('..')) return null
  // Addresses without an extension are views of the window, which routes them itself.
  return extname(path) === '' ? '/index.html' : path
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function fileResponse(bytes: Buffer<ArrayBuffer>, path: string): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': mediaTypes[extname(path)] ?? 'application/octet-stream',
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    },
  })
}

function refusal(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: { 'Content-Type': 'text/plain' } })
}

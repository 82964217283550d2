// Access of scripts to `kneepoint web`, separate from the window; they send the token in a header.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isToken, type Refusal } from './access.ts'

export type Entry = Readonly<{
  /** Reason to reject the request despite the token; null if it is accepted. */
  refusal: Refusal | null
  /** Called for a request with the token. */
  admit: (connection: Duplex) => void
}>

/** Resolves to false if another handler is responsible for the path. */
export type ScriptAnswers = (
  request: IncomingMessage,
  response: ServerResponse,
  entry: Entry,
) => Promise<boolean>

export type WritePage = (request: IncomingMessage, response: ServerResponse) => void

type DataPage = Readonly<{ path: string; write: WritePage; token: string }>

/** Headers for user data: caches must not store it, and browsers must not interpret it as a script or a page. */
export const dataHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
export const apiHeaders = { ...dataHeaders, 'Content-Type': 'application/json' }

/** Whether the request carries the token. */
export function holdsBearer({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(authorization) ?? []
  return isToken(given, token)
}

const noToken: Refusal = {
  status: 401,
  message: 'Send the header "Authorization: Bearer TOKEN" with the token of the printed address.',
}

/** Accepts a request with the token unless another site's page sent it; responds to all others. */
export function allowsScript(
  request: IncomingMessage,
  response: ServerResponse,
  { token, refusal: foreign, admit }: Entry & Readonly<{ token: string }>,
): boolean {
  for (const [name, value] of Object.entries(dataHeaders)) response.setHeader(name, value)
  const refusal = foreign ?? (holdsBearer(request.headers, token) ? null : noToken)
  if (refusal === null) admit(request.socket)
  else refuse(response, refusal.status, refusal.message)
  return refusal === null
}

/** Responds to GET at the path, to requests with the token. */
export function dataPage({ path, write, token }: DataPage): ScriptAnswers {
  // This handler does not wait, but others do.
  return (request, response, entry) => {
    const [pathname] = (request.url ?? '').split('?')
    if (pathname !== path) return Promise.resolve(false)
    if (request.method !== 'GET') refuse(response, 405, 'Only GET is answered here.')
    else if (allowsScript(request, response, { ...entry, token })) write(request, response)
    return Promise.resolve(true)
  }
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
  response.writeHead(status, { ...apiHeaders, ...challenge }).end(refusalBody(status, message))
}

export function refusalBody(status: number, message: string): string {
  return JSON.stringify({ code: status, message })
}

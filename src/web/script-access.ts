// What `kneepoint web` answers besides the window: to scripts, which send the token in a header.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isToken } from './access.ts'

/** Resolves to false where the address belongs to another. */
export type ScriptAnswers = (
  request: IncomingMessage,
  response: ServerResponse,
  admit: (connection: Duplex) => void,
) => Promise<boolean>

/** Responses with data of the user: no cache keeps them, and no browser takes them for a script or a page. */
export const dataHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
export const apiHeaders = { ...dataHeaders, 'Content-Type': 'application/json' }

/** Whether the request carries the token. A page of another origin cannot send the header. */
export function holdsBearer({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(authorization) ?? []
  return isToken(given, token)
}

/** Answers a request without the token itself. */
export function allowsScript(
  { headers }: IncomingMessage,
  response: ServerResponse,
  token: string,
): boolean {
  for (const [name, value] of Object.entries(dataHeaders)) response.setHeader(name, value)
  const isAllowed = holdsBearer(headers, token)
  if (!isAllowed) {
    refuse(
      response,
      401,
      'Send the header "Authorization: Bearer TOKEN" with the token of the printed address.',
    )
  }
  return isAllowed
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}
  response.writeHead(status, { ...apiHeaders, ...challenge }).end(refusalBody(status, message))
}

export function refusalBody(status: number, message: string): string {
  return JSON.stringify({ code: status, message })
}

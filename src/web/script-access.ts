// What `kneepoint web` answers besides the window: to scripts, which send the token in a header.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isToken } from './access.ts'

/** Resolves to false where the address belongs to another. */
export type ScriptAnswers = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Answers a request without the token itself. A page of another origin cannot send the header. */
export function allowsScript(
  { headers }: IncomingMessage,
  response: ServerResponse,
  token: string,
): boolean {
  const [, given = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  const isAllowed = isToken(given, token)
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
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ code: status, message }))
}

// One small HTTP exchange with a server under test: questions about it, never load. Neither pooled nor timed.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'

/** Where a server is and what every request to it carries. */
export type ServerAccess = Readonly<{
  /** Without a slash at the end. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Skip verification of the server's certificate. */
  insecure: boolean
}>

export type HttpAnswer = Readonly<{ status: number; contentType: string; body: string }>

const patienceMs = 10_000

type Circumstances = Readonly<{ access: ServerAccess; signal?: AbortSignal }>

/** Rejects when no answer comes; any status is an answer. */
export async function exchange(
  method: 'GET' | 'POST',
  path: string,
  circumstances: Circumstances,
): Promise<HttpAnswer> {
  const response = await send(method, circumstances.access.baseUrl + path, circumstances)
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    body: await text(response),
  }
}

function send(
  method: string,
  url: string,
  { access, signal }: Circumstances,
): Promise<IncomingMessage> {
  const patience = AbortSignal.timeout(patienceMs)
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method,
        headers: access.headers,
        rejectUnauthorized: !access.insecure,
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      },
      resolve,
    )
      .on('error', reject)
      .end()
  })
}

// A real HTTP/2 server on loopback, with or without TLS, whose responses each test scripts.
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { localhostCertificate } from '../connections/localhost-certificate.test-support.ts'

export type Http2Request = Readonly<{
  /** Indices among all requests, and among those of its session. */
  overall: number
  onSession: number
  body: string
  headers: IncomingHttpHeaders
  stream: ServerHttp2Stream
}>

type Options = Readonly<{
  tls?: boolean
  /** Limits of the server for one session. */
  mostStreams?: number
}>

export async function serveHttp2(
  script: (request: Http2Request) => void,
  { tls = false, mostStreams = 1000 }: Options = {},
) {
  const settings = { settings: { maxConcurrentStreams: mostStreams } }
  const server: Http2Server = tls
    ? createSecureServer({ ...localhostCertificate, ...settings })
    : createServer(settings)
  const sessions = new Map<Http2Session, number>()
  const open = new Set<Http2Session>()
  const requests: Http2Request[] = []
  server.on('session', (session: Http2Session) => {
    sessions.set(session, 0)
    open.add(session)
    session.on('error', () => undefined).on('close', () => open.delete(session))
  })
  server.on('stream', (stream, headers) => {
    const pieces: Buffer[] = []
    stream.on('error', () => undefined)
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('end', () => {
      const { session } = stream
      const onSession = (session && sessions.get(session)) ?? 0
      if (session) sessions.set(session, onSession + 1)
      const place = { overall: requests.length, onSession }
      const request = { ...place, body: Buffer.concat(pieces).toString(), headers, stream }
      requests.push(request)
      script(request)
    })
  })
  const port = await listenUntilFinished(server, () => {
    for (const session of open) session.destroy()
  })
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}/v1/completions`
  return { url, port, requests, sessions: () => sessions.size, open: () => open.size }
}

/** The head of an event stream. */
export function respondWithEvents(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200, 'content-type': 'text/event-stream' })
}

// `kneepoint web`: the window and the application's API over HTTP, for anyone with the printed address.
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { hostname } from 'node:os'
import path from 'node:path'
import { appError } from '#core/model/app-error.ts'
import type { Application } from '#node/application/create-application.ts'
import { answerFromWindow, refusal, type WindowAnswer } from '#node/files/window-files.ts'
import {
  addressRefusal,
  foreignHost,
  type Gate,
  newToken,
  browserKeyIn,
  refusalOf,
  repetitionRefusal,
  socketProtocol,
} from './access.ts'
import { answerCompressor } from './compressed-answers.ts'
import { createLimitedServer, type LimitedServer } from './limited-connections.ts'
import { cannotListen, portOf } from '#node/http/listening.ts'
import { isOurHost } from '#node/http/own-address.ts'
import { refuse, type ScriptAnswers, apiHeaders, refusalBody } from './script-access.ts'
import { isLoopback } from '#core/backends/server-address.ts'
import { RPCHandler } from '@orpc/server/ws'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { sessionCookie } from './session-cookie.ts'

type WebOptions = Readonly<{
  application: Pick<Application, 'router'>
  /** Folder of the built window. */
  rendererFolder: string
  host?: string
  /** 0 selects a free port. */
  port?: number
  /** Selects a free port if `port` is in use, instead of throwing. */
  isPortPreferred?: boolean
  /** Letters, digits, `-` and `_`; generated if absent. */
  token?: string
  /** Address of the window behind a reverse proxy, with its path. */
  publicUrl?: string | null
  /** Handlers tried in this order before the window; by default, only the window responds. */
  scripts?: readonly ScriptAnswers[]
  /** Called if the chosen host deserves a warning. */
  onWarning?: (sentence: string) => void
}>

type WebServer = Readonly<{
  /** Contains the token in its fragment, which browsers never send, so that no log and no Referer includes it. */
  url: string
  /** Address on this machine, even behind a reverse proxy. */
  localUrl: string
  port: number
  token: string
  close(): Promise<void>
}>

export async function serveWeb({
  application,
  rendererFolder,
  host = '127.0.0.1',
  port = 0,
  isPortPreferred = false,
  token = newToken(),
  publicUrl = null,
  scripts = [],
  onWarning = () => undefined,
}: WebOptions): Promise<WebServer> {
  await requireWindow(rendererFolder)
  if (!isLoopback(host)) onWarning(openToOthers(host))
  const gate: Gate = { host, token, publicUrl: publicUrl === null ? null : folderUrl(publicUrl) }
  const limited = createLimitedServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const { server, admit } = limited
  const answerWindow = windowAnswers(rendererFolder, gate)
  const closeSockets = acceptSockets(limited, application.router, gate)
  const wanted = isPortPreferred ? [port, 0] : [port]
  const usedPort = await listen(server, host, wanted)
  const localUrl = `http://${addressOf(host)}:${usedPort}/#token=${token}`
  return {
    port: usedPort,
    token,
    url: gate.publicUrl === null ? localUrl : `${gate.publicUrl.href}#token=${token}`,
    localUrl,
    async close() {
      closeSockets()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === socketPath) return refuseWithoutSocket(request, response, gate)
    if (isOurHost(request.headers.host, gate)) {
      const entry = { refusal: addressRefusal(request.headers, gate), admit }
      for (const answers of scripts) if (await answers(request, response, entry)) return
    }
    const { status, headers, body } = await answerWindow(request)
    response.writeHead(status, headers).end(body)
  }
}

/** URL with a trailing slash, because the window requests paths relative to it. */
function folderUrl(address: string): URL {
  const { pathname, origin } = new URL(address)
  // A semicolon would end the path attribute of a cookie.
  return new URL(`${pathname.replace(/\/$/, '')}/`.replaceAll(';', '%3B'), origin)
}

const needsSocket = { status: 426, message: 'Open a WebSocket here.' }

/** A browser hides why a WebSocket was rejected, so its page requests the reason here. */
function refuseWithoutSocket({ headers }: IncomingMessage, response: ServerResponse, gate: Gate) {
  const { status, message } = addressRefusal(headers, gate) ?? needsSocket
  refuse(response, status, message)
}

async function requireWindow(rendererFolder: string): Promise<void> {
  const page = path.join(rendererFolder, 'index.html')
  await access(page).catch((cause: unknown) => {
    throw appError('not-found', 'cli.notBuilt', { page }, { cause })
  })
}

/** Listens on the first free port of the list. */
async function listen(
  server: Server,
  host: string,
  [port = 0, ...others]: readonly number[],
): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    if (others.length > 0) return listen(server, host, others)
    throw cannotListen({ host, port, field: 'port' }, cause)
  }
  return portOf(server) ?? port
}

type WindowAnswers = (request: IncomingMessage) => Promise<WindowAnswer>

function windowAnswers(folder: string, gate: Gate): WindowAnswers {
  const compress = answerCompressor()
  return async ({ method = '', url = '', headers }) => {
    if (!isOurHost(headers.host, gate) && !isProxied(headers)) {
      return refusal(403, foreignHost(headers.host))
    }
    if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'Only GET is answered here.')
    const [pathname = ''] = url.split(/[?#]/)
    const whole = await answerFromWindow(folder, pathname)
    return compress(pathname, headers['accept-encoding']?.toString(), whole)
  }
}

const proxyHeaders = new Set(['forwarded', 'via', 'x-real-ip', 'x-proxycontextpath'])

/**
 * Whether a proxy forwarded the request. Under an unknown host, only the window's files are served, which contain no
 * user data: the window gets no access, and shows which --public-url to set.
 */
function isProxied(headers: IncomingHttpHeaders): boolean {
  const names = Object.keys(headers)
  return names.some((name) => name.startsWith('x-forwarded-') || proxyHeaders.has(name))
}

/** Host that a browser can reach: the machine's name if the server listens on all interfaces. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname()
  return host.includes(':') ? `[${host}]` : host
}

function openToOthers(host: string): string {
  return (
    `Listening on ${host}: everybody who can reach this machine and learns the address can run ` +
    'benchmarks from it, and the connection is not encrypted. An SSH tunnel to 127.0.0.1 is safer.'
  )
}

const socketPath = '/api'
const largestMessageBytes = 1024 * 1024
const pingEveryMs = 20_000

/** Returns a function that closes all sockets and rejects new ones. */
function acceptSockets(
  { server, admit }: LimitedServer,
  router: Application['router'],
  gate: Gate,
): () => void {
  const handler = new RPCHandler(router)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    handleProtocols: () => socketProtocol,
  })
  sockets.on('headers', (headers, request) =>
    headers.push(`Set-Cookie: ${cookieFor(request, gate)}`),
  )
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const refusal = upgradeRefusal(request, gate)
    if (refusal !== null) return refuseUpgrade(connection, refusal)
    admit(connection)
    sockets.handleUpgrade(request, connection, head, (socket) => {
      void handler.upgrade(socket)
      keepAlive(socket)
    })
  })
  return () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

function cookieFor({ headers }: IncomingMessage, { token, publicUrl }: Gate): string {
  const browserKey = browserKeyIn(headers['sec-websocket-protocol'])
  const isPublic = publicUrl !== null && headers.origin === publicUrl.origin
  const place = isPublic
    ? { path: publicUrl.pathname, isSecure: publicUrl.protocol === 'https:' }
    : { path: '/', isSecure: false }
  return sessionCookie({ token, browserKey }, place)
}

type UpgradeRefusal = Readonly<{ status: number; message: string }>

function upgradeRefusal(request: IncomingMessage, gate: Gate): UpgradeRefusal | null {
  if (request.url !== socketPath) return { status: 404, message: 'There is no socket here.' }
  return repetitionRefusal(request) ?? refusalOf(request.headers, gate)
}

/** Closes the connection as soon as the response is sent, even if the client keeps its side open. */
function refuseUpgrade(connection: Duplex, { status, message }: UpgradeRefusal): void {
  // The client may reset the connection. After an upgrade, Node no longer handles its errors; one without a listener ends the
  // program.
  connection.on('error', () => connection.destroy())
  const body = refusalBody(status, message)
  const headers = { ...apiHeaders, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.once('finish', () => connection.destroy())
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

/** A missing pong reveals a peer that disappeared, and its subscriptions end. */
function keepAlive(socket: WebSocket): void {
  let answered = true
  socket.on('pong', () => (answered = true))
  // A malformed message closes the socket; no other handling is possible.
  socket.on('error', () => socket.terminate())
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, pingEveryMs)
  socket.on('close', () => clearInterval(timer))
}

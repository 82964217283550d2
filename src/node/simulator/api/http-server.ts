// The simulated server on a port: readiness, API key, routes, and errors in vLLM's shape.
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { message, textOf } from '#core/messages/message.ts'
import { ApiError, type Exchange, hasKey, sendJson } from './http-exchange.ts'
import { generatedTokensOf } from './generate.ts'
import { findRoute, sessionAt } from './http-routes.ts'
import type { HttpOptions, RequestLogEntry } from './http-options.ts'
import type { SimulatedServer, Upgrade } from '../simulated-server.ts'

/** Long enough for a benchmark to reuse its connections between two requests. */
const keepAliveMs = 120_000

/** Connections that a server no longer counts as its own, so that it would wait for them when it closes. */
const upgraded = new WeakMap<Server, ReadonlySet<Duplex>>()

export function createHttpServer(server: SimulatedServer, options: HttpOptions): Server {
  const http = createServer(
    { noDelay: true, keepAliveTimeout: keepAliveMs },
    (request, response) => {
      response.setHeader('server', 'kneepoint-simulator')
      response.on('error', () => response.destroy())
      answer(server, { request, response }, options).catch((error: unknown) => {
        refuse(response, error)
      })
    },
  )
  const sessions = new Set<Duplex>()
  upgraded.set(http, sessions)
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sessions.add(socket.once('close', () => sessions.delete(socket)))
    open(server, { request, socket, head }, options)
  })
  return http
}

async function answer(
  server: SimulatedServer,
  { request, response }: Exchange,
  options: HttpOptions,
): Promise<void> {
  const [path = '/'] = (request.url ?? '/').split('?')
  if (!options.isReady()) throw new ApiError(503, 'The model is still being loaded.')
  if (path.startsWith('/v1') && !hasKey(request, options.apiKey)) {
    sendJson(response, { error: 'Unauthorized' }, { status: 401 })
    return
  }
  const { route, isLoad } = findRoute(request.method ?? 'GET', path)
  if (isLoad) {
    if (options.onRequest) logRequest({ request, response }, path, options.onRequest)
    server.admission?.(server.engine.waiting)
  }
  await route(server, { request, response })
}

function open(server: SimulatedServer, upgrade: Upgrade, options: HttpOptions): void {
  const { request, socket } = upgrade
  const session = sessionAt((request.url ?? '/').replace(/\?.*$/s, ''))
  if (!options.isReady()) refuseUpgrade(socket, 503)
  else if (session === null) refuseUpgrade(socket, 404)
  else if (!hasKey(request, options.apiKey)) refuseUpgrade(socket, 401)
  else session(server, upgrade, options)
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => undefined)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}

function logRequest(
  { request, response }: Exchange,
  path: string,
  log: (entry: RequestLogEntry) => void,
): void {
  const arrivedEpochMs = Date.now()
  response.once('close', () => {
    const id = request.headers['x-request-id']
    const retryAfter = response.getHeader('retry-after')
    log({
      arrivedEpochMs,
      endedEpochMs: Date.now(),
      path,
      requestId: typeof id === 'string' ? id : null,
      status: response.statusCode,
      retryAfterS: retryAfter === undefined ? null : Number(retryAfter),
      complete: response.writableFinished,
      generatedTokens: generatedTokensOf(response),
    })
  })
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  if (error instanceof ApiError) {
    sendJson(response, error.body, { status: error.status, headers: error.headers })
  } else {
    const type = 'InternalServerError'
    const body = { error: { message: messageOf(error), type, param: null, code: 500 } }
    sendJson(response, body, { status: 500 })
  }
}

// Opens and closes a port, with messages for the ways it can fail.
type Address = Readonly<{ host: string; port: number }>

/** Backlog for a burst of new connections. */
const backlog = 4096

/** Resolves with the port; port 0 lets the system choose. */
export async function listen(server: Server, address: Address): Promise<number> {
  try {
    server.listen({ ...address, backlog })
    await once(server, 'listening')
  } catch (error) {
    throw refusal(error, address)
  }
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : address.port
}

/** Also closes connections that are still open. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  for (const socket of upgraded.get(server) ?? []) socket.destroy()
  await closed
}

function refusal(cause: unknown, { host, port }: Address): AppError {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
  const problem = isTaken
    ? message('servers.portTaken', { port, host })
    : message('cli.cannotListen', { host, port, why: textOf(cause) })
  const remedy = isTaken ? message('servers.portTaken.remedy') : message('servers.ownPort')
  return new AppError('invalid-input', problem, { field: 'port', remedy, cause })
}

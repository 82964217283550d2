// The simulated server on a port: readiness, API key, routes, and errors in vLLM's shape.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { messageOf } from '#core/model/app-error.ts'
import { ApiError } from './api-error.ts'
import { sendJson, type Exchange } from './http-exchange.ts'
import { findRoute } from './http-routes.ts'
import type { SimulatedServer } from '../simulated-server.ts'

/** Long enough for a benchmark to reuse its connections between two requests. */
const keepAliveMs = 120_000

type HttpOptions = Readonly<{
  /** Asked of paths under /v1; null lets everyone in. */
  apiKey: string | null
  /** False while the model "loads": everything answers 503. */
  isReady: () => boolean
}>

export function createHttpServer(server: SimulatedServer, options: HttpOptions): Server {
  return createServer({ noDelay: true, keepAliveTimeout: keepAliveMs }, (request, response) => {
    response.setHeader('server', 'kneepoint-simulator')
    response.on('error', () => response.destroy())
    answer(server, { request, response }, options).catch((error: unknown) => {
      refuse(response, error)
    })
  })
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
  await findRoute(request.method ?? 'GET', path)(server, { request, response })
}

function hasKey({ headers }: IncomingMessage, apiKey: string | null): boolean {
  return apiKey === null || headers.authorization === `Bearer ${apiKey}`
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  if (error instanceof ApiError) {
    sendJson(response, error.body, { status: error.status })
  } else {
    const type = 'InternalServerError'
    const body = { error: { message: messageOf(error), type, param: null, code: 500 } }
    sendJson(response, body, { status: 500 })
  }
}

// All routes of the simulated server.
import { ApiError, type Exchange, sendJson, sendText } from './http-exchange.ts'
import { chatAs, chatSchema, complete, respond } from './generation-routes.ts'
import { metricsContentType, renderMetrics } from '../metrics-text.ts'
import { answerMessages } from './messages-route.ts'
import { writeDown } from './audio-routes.ts'
import type { Route, Routes, Session, SimulatedServer } from '../simulated-server.ts'
import { detokenize, tokenize, tokenizerInfo } from './tokenizer-routes.ts'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import * as features from './features.ts'

/** Not a release of vLLM, so that the version identifies a simulator. */
export const simulatorVersion = '0.0.0-sim'
const simulatorOwner = 'kneepoint-simulator'

const ownRoutes: Routes = {
  '/health': { GET: answerEmpty },
  '/ping': { GET: answerEmpty, POST: answerEmpty },
  '/version': { GET: (_, { response }) => sendJson(response, { version: simulatorVersion }) },
  '/load': {
    GET: ({ engine }, { response }) => sendJson(response, { server_load: engine.load }),
  },
  '/metrics': {
    GET: (server, { response }) =>
      sendText(response, renderMetrics(server), { contentType: metricsContentType }),
  },
  '/v1/models': { GET: listModels },
  '/v1/completions': { POST: complete },
  '/v1/chat/completions': { POST: chatAs(chatSchema, (text) => text) },
  '/v1/responses': { POST: respond },
  '/v1/messages': { POST: answerMessages },
  '/v1/audio/transcriptions': { POST: writeDown('transcription') },
  '/v1/audio/translations': { POST: writeDown('translation') },
  '/tokenize': { POST: tokenize },
  '/detokenize': { POST: detokenize },
  '/tokenizer_info': { GET: (_, { response }) => tokenizerInfo(response) },
  '/reset_prefix_cache': {
    POST: ({ engine }, { response }) => sendJson(response, { success: engine.resetCaches() }),
  },
  '/start_profile': { POST: answerEmpty },
  '/stop_profile': { POST: answerEmpty },
}

/** A feature may replace a route of the base. */
const routes: Routes = withFeatures(ownRoutes, features)

/** Routes for the start-up log. */
export const routeTable = Object.entries(routes).flatMap(([path, { GET, POST }]) => {
  const methods = [...(GET ? ['GET'] : []), ...(POST ? ['POST'] : [])]
  return methods.length === 0 ? [] : [{ path, methods }]
})

/** Routes that do not use the model. */
const controlPaths: readonly string[] = [
  ...['/ping', '/tokenize', '/detokenize', '/reset_prefix_cache'],
  ...['/start_profile', '/stop_profile'],
]

type FoundRoute = Readonly<{ route: Route; isLoad: boolean }>

export function findRoute(method: string, path: string): FoundRoute {
  const end = path.lastIndexOf('/')
  const below = method === 'GET' ? routes[path.slice(0, end)]?.below : undefined
  if (below) return { route: below(decodeURIComponent(path.slice(end + 1))), isLoad: false }
  const { GET, POST } = routes[path] ?? {}
  if (!GET && !POST) throw new ApiError(404, `Not Found: ${path}`)
  const route = method === 'GET' ? GET : method === 'POST' ? POST : undefined
  if (route === undefined) throw new ApiError(405, `Method Not Allowed: ${method} ${path}`)
  return { route, isLoad: method === 'POST' && !controlPaths.includes(path) }
}

export function sessionAt(path: string): Session | null {
  return routes[path]?.UPGRADE ?? null
}

function answerEmpty(_: SimulatedServer, { response }: Exchange): void {
  sendText(response, '')
}

function listModels(
  { deployment, servedModels, loraModules, startedEpochS }: SimulatedServer,
  { response }: Exchange,
): void {
  const data = servedModels.map((id) => ({
    id,
    object: 'model',
    created: startedEpochS,
    owned_by: simulatorOwner,
    root: deployment.model.id,
    parent: loraModules.includes(id) ? deployment.model.id : null,
    max_model_len: deployment.maxModelLen,
    gpu_count: deployment.gpuCount,
    permission: [],
  }))
  sendJson(response, { object: 'list', data })
}

// The state that the routes of one simulated server share.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SimulatorSpec } from '#core/model/server.ts'
import { ApiError, type Exchange } from './api/http-exchange.ts'
import type { HttpOptions } from './api/http-options.ts'
import type { Deployment } from './presets/gpu-presets.ts'
import { EngineGroup } from './engine/engine-group.ts'
import { Engine, type StepClock } from './engine/engine.ts'
import { createSeededRandom, drawStepNoise } from './engine/seeded-random.ts'
import { stepTimeMs } from './engine/roofline.ts'
import { Speculator } from './engine/speculation.ts'

export type SimulatedServer = Readonly<{
  deployment: Deployment
  engine: EngineGroup
  seed: number
  prefixCaching: boolean
  /** Whether streams end with the server's own timings of the request. */
  perRequestMetrics: boolean
  /** Whether token counts include the prefix cache's tokens. */
  promptTokensDetails: boolean
  /** Share of a chat's output that is reasoning. */
  reasoningShare: number
  /** Model names that clients may request; the first is the model's own name. */
  servedModels: readonly string[]
  /** Served names of adapters. */
  loraModules: readonly string[]
  startedEpochS: number
  /** Null if every request is accepted. */
  admission: Admission | null
}>

export type Route = (server: SimulatedServer, exchange: Exchange) => void | Promise<void>

/** A request for a WebSocket. */
export type Upgrade = Readonly<{ request: IncomingMessage; socket: Duplex; head: Buffer }>

export type Session = (server: SimulatedServer, upgrade: Upgrade, options: HttpOptions) => void

type PathRoutes = Partial<Record<'GET' | 'POST', Route>> &
  Readonly<{
    UPGRADE?: Session
    /** GET of the path with this name as a further part. */
    below?: (name: string) => Route
    /** Path listed just before it; without one, a feature's path is listed last. */
    listedAfter?: string
  }>

/** By path and method. */
export type Routes = Readonly<Record<string, PathRoutes>>

/** Accepted besides the model's own name, so that commands stay short. */
const modelAlias = 'sim'

type SimulatedServerOptions = Pick<
  SimulatorSpec,
  'seed' | 'loraModules' | 'speculation' | 'reasoning' | 'slowdown' | 'rejections'
> &
  Readonly<{
    prefixCaching: boolean
    perRequestMetrics?: boolean
    promptTokensDetails?: boolean
    /** Data-parallel copies, each with the whole deployment. */
    engines?: number
    /** Default: the roofline model's duration. */
    stepMs?: StepClock
  }>

export function createSimulatedServer(
  deployment: Deployment,
  {
    seed,
    prefixCaching,
    perRequestMetrics = false,
    promptTokensDetails = false,
    reasoning,
    loraModules = [],
    speculation,
    engines = 1,
    slowdown = 0,
    rejections,
    stepMs,
  }: SimulatedServerOptions,
): SimulatedServer {
  return {
    deployment,
    engine: new EngineGroup(
      Array.from({ length: engines }, (_, rank) => {
        const own = { seed: seed + rank, slowdown }
        return new Engine(deployment, {
          stepMs: stepMs ?? noisyRoofline(deployment, own),
          prefixCaching,
          speculator: speculation === undefined ? null : new Speculator(speculation, own.seed),
        })
      }),
    ),
    seed,
    prefixCaching,
    perRequestMetrics,
    promptTokensDetails,
    reasoningShare: reasoning?.share ?? 0,
    servedModels: [deployment.model.id, modelAlias, ...loraModules],
    loraModules,
    admission: rejections === undefined ? null : createAdmission(rejections, seed),
    startedEpochS: Math.floor(Date.now() / 1000),
  }
}

function noisyRoofline(
  deployment: Deployment,
  { seed, slowdown }: Readonly<{ seed: number; slowdown: number }>,
): StepClock {
  const random = createSeededRandom(seed)
  return (work) => stepTimeMs(deployment, work) * drawStepNoise(random) * (1 + slowdown)
}

// Rejects requests with 429 before they reach the engine: a random fraction, or those beyond a full queue.
type Rejections = NonNullable<SimulatorSpec['rejections']>

/** Throws if the request is rejected. `waiting` is the length of the queue. */
type Admission = (waiting: number) => void

function createAdmission({ share, maxQueue, retryAfterS }: Rejections, seed: number): Admission {
  const random = createSeededRandom(seed)
  return (waiting) => {
    const isFull = maxQueue !== null && waiting > maxQueue
    if (random() >= share && !isFull) return
    const reason = isFull ? `${waiting} requests are waiting` : 'The rate limit is reached'
    const headers = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }
    throw new ApiError(429, `${reason}. Try again later.`, null, headers)
  }
}

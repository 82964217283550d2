// What every route of one simulated server shares.
import { ApiError } from './api/api-error.ts'
import type { Deployment } from './presets/deployment.ts'
import { Engine, type StepClock } from './engine/engine.ts'
import { drawStepNoise } from './engine/noise.ts'
import { stepTimeMs } from './engine/roofline.ts'
import { Speculator, type Speculation } from './engine/speculation.ts'
import { createSeededRandom } from './engine/seeded-random.ts'
import { VectorStore } from './responses/vector-store.ts'

export type SimulatedServer = Readonly<{
  deployment: Deployment
  engine: Engine
  seed: number
  vectors: VectorStore
  prefixCaching: boolean
  /** Streams end with the server's own times of the request. */
  perRequestMetrics: boolean
  /** Names a client may ask for; the first is the model's own. */
  servedModels: readonly string[]
  /** Those of them that are adapters. */
  loraModules: readonly string[]
  startedEpochS: number
}>

/** Accepted beside the model's own name, so that commands need not spell it. */
const modelAlias = 'sim'

type SimulatedServerOptions = Readonly<{
  seed: number
  prefixCaching: boolean
  perRequestMetrics?: boolean
  loraModules?: readonly string[]
  speculation?: Speculation
  /** Left out, steps take what the roofline model says. */
  stepMs?: StepClock
}>

export function createSimulatedServer(
  deployment: Deployment,
  {
    seed,
    prefixCaching,
    perRequestMetrics = false,
    loraModules = [],
    speculation,
    stepMs = noisyRoofline(deployment, seed),
  }: SimulatedServerOptions,
): SimulatedServer {
  return {
    deployment,
    engine: new Engine(deployment, {
      stepMs,
      prefixCaching,
      speculator: speculation === undefined ? null : new Speculator(speculation, seed),
    }),
    seed,
    vectors: new VectorStore(deployment.model.hiddenSize, seed),
    prefixCaching,
    perRequestMetrics,
    servedModels: [deployment.model.id, modelAlias, ...loraModules],
    loraModules,
    startedEpochS: Math.floor(Date.now() / 1000),
  }
}

/** A requested model must be served here; a request without a model takes the one there is. */
export function checkModel(
  { servedModels }: SimulatedServer,
  model: string | null | undefined,
): void {
  if (model === undefined || model === null || servedModels.includes(model)) return
  throw new ApiError(404, `The model \`${model}\` does not exist.`, 'model')
}

function noisyRoofline(deployment: Deployment, seed: number): StepClock {
  const random = createSeededRandom(seed)
  return (work) => stepTimeMs(deployment, work) * drawStepNoise(random)
}

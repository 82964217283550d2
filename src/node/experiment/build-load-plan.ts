// From the requests a workload holds to what the load generator needs: bytes, offsets and limits.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { backendTraits } from '#core/model/backend-traits.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { buildRequestBody } from '#core/protocol/request-body.ts'
import type { Workload } from '#node/datasets/prepare-workload.ts'
import type { ServerAccess } from './http-exchange.ts'

/** As in the original: long enough for any answer, short enough to end one day. */
const requestTimeoutS = 6 * 3600

type PlanParts = Readonly<{
  runId: string
  config: BenchmarkConfig
  /** The name requests carry. */
  model: string
  access: ServerAccess
}>

export function buildLoadPlan(
  { requests, offsetsS }: Workload,
  { runId, config, model, access }: PlanParts,
): LoadPlan {
  const encoder = new TextEncoder()
  const bodies = requests.map((request) =>
    encoder.encode(buildRequestBody(request, { config, model })),
  )
  return {
    runId,
    url: access.baseUrl + config.endpoint,
    method: 'POST',
    headers: access.headers,
    insecure: access.insecure,
    protocol: backendTraits[config.backend].protocol,
    bodies,
    requestIds: requests.map(({ requestId }) => requestId),
    promptTokens: requests.map(({ promptTokens }) => promptTokens),
    offsetsS,
    maxConcurrency: config.maxConcurrency,
    warmups: bodies
      .slice(0, 1)
      .flatMap((body) => new Array<Uint8Array>(config.numWarmups).fill(body)),
    keepText: true,
    requestTimeoutS,
  }
}

/** The first request alone, at once and without an id: what a ready check sends. */
export function firstRequestOf(plan: LoadPlan): LoadPlan {
  return {
    ...plan,
    bodies: plan.bodies.slice(0, 1),
    requestIds: [null],
    promptTokens: plan.promptTokens.slice(0, 1),
    offsetsS: Float64Array.of(0),
    warmups: [],
  }
}

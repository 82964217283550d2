// Runs and sweeps of every kind and state, made up from a seed.
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { Run } from '#core/model/run/run.ts'
import { sweepPlanSchema, type Sweep } from '#core/model/sweep.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { generatedRun, type GeneratedLoad } from '#core/stats/fixtures/generated-run.ts'
import { lightPaceOf } from '#core/sweep/light-pace.ts'
import { sweepPoints } from '#core/sweep/sweep-points.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'

type Random = Readonly<{
  pick: <Value>(values: readonly [Value, ...Value[]]) => Value
  between: (low: number, high: number) => number
}>

function randomFrom(seed: number): Random {
  const state = new NumpyRandomState(seed)
  const below = (limit: number) => Math.min(limit - 1, Math.floor(state.double() * limit))
  return {
    pick: (values) => values[below(values.length)] ?? values[0],
    between: (low, high) => low + below(high - low + 1),
  }
}

const clients: readonly [Partial<ClientHealth>, ...Partial<ClientHealth>[]] = [
  {},
  {},
  { sendLagP99Us: 20_000 },
  { sendLagP99Us: 150_000 },
  { loopDelayMaxUs: 3e6 },
  { threadCpuShares: [0.99] },
  { keptRateShare: 0.5 },
  { overloadedAt: { streams: 2, eventsPerS: 2 } },
]

function loadFrom({ pick, between }: Random): GeneratedLoad {
  const requests = pick([between(5, 40), between(41, 120), between(121, 500)])
  const ramp = { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 20 }
  const kind = pick([
    { rate: between(1, 9), served: 10 },
    { rate: between(10, 12), served: 10 },
    { rate: between(13, 40), served: 10 },
    { clients: between(1, 64) },
    { clients: requests, config: { maxConcurrency: null } },
    { rate: 10, config: ramp },
    { clients: 16, config: { datasetName: 'timed_trace', datasetPath: 'trace.jsonl' } },
  ])
  return {
    ...{ requests, client: pick(clients), slowing: pick([0, 0, 1]) },
    failed: pick([0, 0, 0, 2, Math.ceil(requests / 4)]),
    rejected: pick([0, 0, 0, requests / 10]),
    cutOff: pick([0, 0, 0, 3]),
    ...kind,
    config: { metricPercentiles: pick([[50], [99], [50, 99.9]]), ...kind.config },
  }
}

function runFrom(seed: number, load: GeneratedLoad, changes: Partial<Run>): Run {
  const { config, summary } = generatedRun({ ...load, seed })
  return {
    ...exampleRun,
    ...{ id: `run-${seed}`, name: `run ${seed}`, tags: [], notes: '', failure: null, summary },
    config: { ...exampleRun.config, ...config },
    ...changes,
  }
}

/** Own runs and imported ones, whole, cancelled and failed, with and without figures. */
export function generatedRunOf(seed: number): Run {
  const random = randomFrom(seed)
  const { pick } = random
  const run = runFrom(seed, loadFrom(random), {
    status: pick(['completed', 'completed', 'completed', 'cancelled', 'failed']),
  })
  const source = pick(['own', 'own', 'own', 'unmonitored', 'imported', 'unknown', 'empty'])
  if (source === 'empty') return { ...run, status: 'failed', summary: null }
  if (source === 'own') return run
  const summary = run.summary && { ...run.summary, client: null }
  if (source === 'unmonitored') return { ...run, summary }
  const imported = {
    ...{ fileName: 'theirs.json', importedAtEpochMs: 1, contentHash: 'c0ffee', backend: 'vllm' },
    knownFields: source === 'imported' ? (['model', 'requestRate'] as const) : (['model'] as const),
    requests: 'none' as const,
  }
  return {
    ...run,
    status: 'completed',
    imported: { ...imported, knownFields: [...imported.knownFields] },
    summary: summary && { ...summary, certainty: null, steadyState: null },
  }
}

export type GeneratedSweep = Readonly<{ sweep: Sweep; runs: readonly Run[] }>

/** Five rising rates on one server, once or twice each, at one or two concurrency limits, some under a latency limit; some are skipped, some not usable. */
export function generatedSweepOf(seed: number): GeneratedSweep {
  const { pick, between } = randomFrom(1000 + seed)
  const served = between(5, 60)
  const seconds = pick([5, 10, 30])
  const plan = sweepPlanSchema.parse({
    name: `sweep ${seed}`,
    config: benchmarkFieldsSchema.parse({ metricPercentiles: pick([[50], [99]]) }),
    requestRates: [1, 2, 3, 4, 6].map((factor) => Math.ceil((served * factor) / 4)),
    maxConcurrencies: pick([[null], [null], [512, null]]),
    secondsPerPoint: seconds,
    repeats: pick([1, 2]),
    limits: pick([[], [], [{ name: 'ttft', percentile: 50, bound: 200 }]]),
  })
  const client = pick(clients)
  const runs: Run[] = []
  const points = sweepPoints(plan).map((point) => {
    if (pick([false, false, false, false, false, true]))
      return { ...point, status: 'skipped' as const }
    const rate = point.requestRate === 'inf' ? 1 : point.requestRate
    const isLimited = pick([false, false, false, false, false, true])
    const health = isLimited ? { sendLagP99Us: 150_000 } : client
    const load = { rate, served, requests: Math.max(10, rate * seconds), client: health }
    const run = runFrom(10_000 * (seed + 1) + point.index, load, {
      ...{ status: 'completed', sweepId: `sweep-${seed}`, pointIndex: point.index },
    })
    const first = runs[0]?.summary ?? null
    const lightPace = first === null ? null : lightPaceOf(first)
    const summary =
      run.summary && (lightPace === null ? run.summary : { ...run.summary, lightPace })
    const { maxConcurrency } = point
    const config = { ...run.config, ...plan.config, requestRate: rate, maxConcurrency }
    runs.push({ ...run, config, summary })
    return { ...point, status: 'completed' as const, runId: run.id }
  })
  const servers = [{ id: 'server-1', name: 'gpu-03' }]
  const sweep: Sweep = {
    ...{ id: `sweep-${seed}`, plan, servers, status: 'completed', points, answers: [] },
    createdAtEpochMs: 1_790_000_000_000,
  }
  return { sweep, runs }
}

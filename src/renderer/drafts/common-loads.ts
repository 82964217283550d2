// Common first loads, each sent in about 30 s; each is a draft that replaces the form's.
import { backendTraits } from '#core/backends/backend-traits.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import { carriedRate, firstRate, type KnownRun } from '#core/workload/carried-rate.ts'
import { readDraft, type BenchmarkDraft } from './benchmark-draft.ts'

export type LoadId = 'chat' | 'rag' | 'code' | 'longContext' | 'agents' | 'embeddings'

/** Needs no tokenizer. Lengths in tokens, requests per second. */
function synthetic(requests: number, input: number, output: number, rate: number): BenchmarkDraft {
  return {
    promptTokenIds: 'true',
    randomRangeRatio: '0.5',
    numPrompts: String(requests),
    randomInputLen: String(input),
    randomOutputLen: String(output),
    requestRate: String(rate),
  }
}

export const commonLoads: Readonly<Record<LoadId, BenchmarkDraft>> = {
  chat: synthetic(120, 512, 256, 4),
  rag: synthetic(60, 4096, 256, 2),
  code: synthetic(120, 2048, 64, 4),
  longContext: synthetic(15, 16_384, 256, 0.5),
  agents: {
    ...{ backend: 'openai-chat', endpoint: '/v1/chat/completions', datasetName: 'random-agent' },
    ...{ numPrompts: '15', agentSteps: '5', requestRate: '0.5' },
  },
  embeddings: {
    ...{ backend: 'openai-embeddings', endpoint: '/v1/embeddings', promptTokenIds: 'true' },
    ...{ numPrompts: '600', randomInputLen: '256', requestRate: '20' },
  },
}

/** Loads of APIs and datasets that the product has. */
export const loadIds = (Object.keys(commonLoads) as LoadId[]).filter((id) => {
  const { backend = 'openai', datasetName = 'random' } = commonLoads[id]
  return backend in backendTraits && datasetName in datasetTraits
})

/** Initial load of the form: 30 s at a rate that most servers can sustain. */
export const firstLoad: BenchmarkDraft = withShownPercentiles({
  ...{ numPrompts: '120', randomInputLen: '512', randomOutputLen: '256', requestRate: '4' },
})

/** Fewer requests do not support a percentile. */
const fewestRequests = 10

type OfferedSweep = Readonly<{
  /** By key of a sweep file. */
  load: Readonly<Record<'request-rate' | 'seconds-per-point', string>>
  workload: BenchmarkDraft
}>

const usualSecondsPerPoint = 20

function withoutRate(load: BenchmarkDraft): BenchmarkDraft {
  return Object.fromEntries(Object.entries(load).filter(([name]) => name !== 'requestRate'))
}

/** Five rates, each twice the previous one and long enough for a tail percentile. A sweep sets the rate itself. */
function sweepFrom(lightestRate: number, load: BenchmarkDraft = sweptLoad): OfferedSweep {
  const secondsPerPoint = Math.max(usualSecondsPerPoint, Math.ceil(fewestRequests / lightestRate))
  return {
    load: {
      'request-rate': `${lightestRate}..${lightestRate * 16} x2`,
      'seconds-per-point': String(secondsPerPoint),
    },
    workload: withShownPercentiles(withoutRate(load), lightestRate * secondsPerPoint),
  }
}

const sweptLoad: BenchmarkDraft = {
  ...{ promptTokenIds: 'true', numPrompts: '200' },
  ...{ randomInputLen: '256', randomOutputLen: '128' },
}

const usualLightestRate = 4

/** Initial loads of a sweep: around the knee of most servers. */
export const firstSweep = sweepFrom(usualLightestRate)

/**
 * `load` at rates around the rate that a server sustained in `known`: from half of the rate for a first run up to four times the
 * sustained rate. Without such a run, starts from the rate of the load itself.
 */
export function fittedSweep(known: KnownRun | null, load = sweptLoad): OfferedSweep {
  const carried = carriedBy(known, load)
  if (carried !== null) return sweepFrom(firstRate(carried / 2), load)
  if (load === sweptLoad) return firstSweep
  const rate = Number(load.requestRate)
  return sweepFrom(Number.isFinite(rate) && rate > 0 ? rate : usualLightestRate, load)
}

/** Number of requests that `rate` sends in `seconds`, and the percentiles that it supports. */
export function pacedFor(rate: number, seconds: number): BenchmarkDraft {
  const requests = Math.max(fewestRequests, Math.ceil(rate * seconds))
  return withShownPercentiles({ numPrompts: String(requests) })
}

function carriedBy(known: KnownRun | null, draft: BenchmarkDraft): number | null {
  const { config } = readDraft(draft)
  return known === null || config === null ? null : carriedRate(known, config)
}

/** Fields that depend on the server: number of requests, rate and percentiles. They do not distinguish load cards. */
const pace: ReadonlySet<string> = new Set(['numPrompts', 'requestRate', 'metricPercentiles'])
export const firstSeconds = 30

/** The load for 30 s at the rate for a first run on a server that sustained `known`; unchanged if that is unknown. */
export function fittedLoad(draft: BenchmarkDraft, known: KnownRun | null): BenchmarkDraft {
  const carried = carriedBy(known, draft)
  if (carried === null) return withShownPercentiles(draft)
  const rate = firstRate(carried)
  const requests = Math.max(fewestRequests, Math.round(rate * firstSeconds))
  const paced = { ...draft, requestRate: String(rate), numPrompts: String(requests) }
  return withShownPercentiles(paced)
}

/** Reports the highest percentile that the requests support, so that no figure of the run lacks samples. */
function withShownPercentiles(
  draft: BenchmarkDraft,
  requests = Number(draft['numPrompts']),
): BenchmarkDraft {
  const tail = [99, 95, 90].find((percentile) => requests >= fewestValuesFor(percentile))
  return { ...draft, metricPercentiles: tail === undefined ? '50' : `50,${tail}` }
}

/** The card that matches the form's load, if any. */
export function loadOf(draft: BenchmarkDraft): LoadId | null {
  return loadIds.find((id) => isSameLoad(draft, commonLoads[id])) ?? null
}

/** Whether two drafts send the same requests, at any pace. */
export function isSameLoad(one: BenchmarkDraft, other: BenchmarkDraft): boolean {
  const [fields, others] = [one, other].map((draft) =>
    JSON.stringify(
      Object.entries(draft)
        .filter(([name]) => !pace.has(name))
        .sort(),
    ),
  )
  return fields === others
}

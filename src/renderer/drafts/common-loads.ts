// Loads that people often start from, each sent in about 30 s; each is a draft to be put in place of the one in the form.
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import { carriedRate, firstRate, type KnownRun } from '#core/workload/carried-rate.ts'
import { readDraft, type BenchmarkDraft } from './benchmark-draft.ts'

export const loadIds = ['chat', 'rag', 'code', 'longContext', 'agents', 'embeddings'] as const
export type LoadId = (typeof loadIds)[number]

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

/** What the form holds before anything was written: a load of 30 s that most servers carry. */
export const firstLoad: BenchmarkDraft = withShownPercentiles({
  ...{ numPrompts: '120', randomInputLen: '512', randomOutputLen: '256', requestRate: '4' },
})

/** Fewer say nothing about a percentile. */
const fewestRequests = 10

type OfferedSweep = Readonly<{ rates: string; secondsPerPoint: string; workload: BenchmarkDraft }>

const usualSecondsPerPoint = 20

/** Five rates, each twice the one before and long enough for a percentile of its tail. */
function sweepFrom(lightestRate: number): OfferedSweep {
  const secondsPerPoint = Math.max(usualSecondsPerPoint, Math.ceil(fewestRequests / lightestRate))
  return {
    rates: `${lightestRate}..${lightestRate * 16} x2`,
    secondsPerPoint: String(secondsPerPoint),
    workload: withShownPercentiles(sweptLoad, lightestRate * secondsPerPoint),
  }
}

const sweptLoad = {
  ...{ promptTokenIds: 'true', numPrompts: '200' },
  ...{ randomInputLen: '256', randomOutputLen: '128' },
}

/** What the form of a sweep first holds: loads around the knee of most servers. */
export const firstSweep = sweepFrom(4)

/** Loads around what a server carried in `known`: half of the rate for a first run on it, and up to four times what it carried. */
export function fittedSweep(known: KnownRun | null): OfferedSweep {
  const carried = carriedBy(known, sweptLoad)
  return carried === null ? firstSweep : sweepFrom(firstRate(carried / 2))
}

function carriedBy(known: KnownRun | null, draft: BenchmarkDraft): number | null {
  const { config } = readDraft(draft)
  return known === null || config === null ? null : carriedRate(known, config)
}

/** How much, how fast and what that shows, which depend on the server; a card is a load whatever they are. */
const pace: ReadonlySet<string> = new Set(['numPrompts', 'requestRate', 'metricPercentiles'])
const firstSeconds = 30

/** The load at the rate for a first run on a server that carried `known`, for 30 s; as it is where that is unknown. */
export function fittedLoad(draft: BenchmarkDraft, known: KnownRun | null): BenchmarkDraft {
  const carried = carriedBy(known, draft)
  if (carried === null) return withShownPercentiles(draft)
  const rate = firstRate(carried)
  const requests = Math.max(fewestRequests, Math.round(rate * firstSeconds))
  const paced = { ...draft, requestRate: String(rate), numPrompts: String(requests) }
  return withShownPercentiles(paced)
}

/** Reports the highest percentile for which the requests suffice, so that no figure of the run lacks samples. */
function withShownPercentiles(
  draft: BenchmarkDraft,
  requests = Number(draft['numPrompts']),
): BenchmarkDraft {
  const tail = [99, 95, 90].find((percentile) => requests >= fewestValuesFor(percentile))
  return { ...draft, metricPercentiles: tail === undefined ? '50' : `50,${tail}` }
}

/** The card whose load is written, if one is. */
export function loadOf(draft: BenchmarkDraft): LoadId | null {
  const written = Object.entries(draft).filter(([name]) => !pace.has(name))
  return (
    loadIds.find((id) => {
      const fields = new Map<string, string>(
        Object.entries(commonLoads[id]).filter(([name]) => !pace.has(name)),
      )
      return (
        fields.size === written.length && written.every(([name, text]) => fields.get(name) === text)
      )
    }) ?? null
  )
}

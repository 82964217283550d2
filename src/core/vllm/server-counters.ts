// Counters of a vLLM server for a run, from the text of /metrics.
import type {
  Diffusion,
  PrefixCacheUse,
  ServerActivity,
  SpecDecode,
} from '#core/model/server-activity.ts'
import { inVllmNames, type MetricSample, parseMetricsText } from '../base/metrics-text.ts'

type CounterName = keyof typeof counters

/** Sums over engines and other labels; a counter that the server lacks is absent. */
export type ServerCounters = Readonly<{
  values: Readonly<Partial<Record<CounterName, number>>>
  /** Accepted draft tokens by position in the draft. */
  acceptedAtPosition: ReadonlyMap<number, number>
}>

const counters = {
  drafts: /^vllm:spec_decode\w*num_drafts\w*_total$/,
  draftTokens: /^vllm:spec_decode\w*num_draft_tokens\w*_total$/,
  acceptedTokens: /^vllm:spec_decode\w*num_accepted_tokens(?!_per_pos)\w*_total$/,
  denoisingSteps: /^vllm:diffusion\w*num_denoising_steps\w*_total$/,
  canvasPositions: /^vllm:diffusion\w*num_canvas_positions\w*_total$/,
  committedTokens: /^vllm:diffusion\w*num_committed_tokens\w*_total$/,
  prefixCacheQueries: /^vllm:prefix_cache_queries_total$/,
  prefixCacheHits: /^vllm:prefix_cache_hits_total$/,
  generatedTokens: /^vllm:generation_tokens_total$/,
} as const

const perPosition = /^vllm:spec_decode\w*num_accepted_tokens_per_pos\w*_total$/

export function readServerCounters(metricsText: string): ServerCounters {
  const samples = inVllmNames(parseMetricsText(metricsText))
  const values: Partial<Record<CounterName, number>> = {}
  for (const name of Object.keys(counters).filter(isCounterName)) {
    const found = samples.filter((sample) => counters[name].test(sample.name))
    if (found.length > 0) values[name] = found.reduce((sum, { value }) => sum + value, 0)
  }
  return { values, acceptedAtPosition: sumsByPosition(samples) }
}

function isCounterName(name: string): name is CounterName {
  return name in counters
}

function sumsByPosition(samples: readonly MetricSample[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { name, labels, value } of samples) {
    const position = Number(labels['position'])
    if (!perPosition.test(name) || !Number.isInteger(position)) continue
    sums.set(position, (sums.get(position) ?? 0) + value)
  }
  return sums
}

/** Counters before and after a run. */
type Looks = Readonly<{ before: ServerCounters; after: ServerCounters }>

export function serverActivityBetween(looks: Looks, durationS: number): ServerActivity {
  const generatedTokens = growth(looks, 'generatedTokens')
  return {
    ...(generatedTokens !== null && { generatedTokens }),
    specDecode: specDecodeBetween(looks),
    diffusion: diffusionBetween(looks, durationS),
    prefixCache: prefixCacheBetween(looks),
  }
}

/** Null if the server lacks the counter or reset it. */
function growth({ before, after }: Looks, name: CounterName): number | null {
  const last = after.values[name]
  const grown = last === undefined ? -1 : last - (before.values[name] ?? 0)
  return grown < 0 ? null : grown
}

function specDecodeBetween(looks: Looks): SpecDecode | null {
  const drafts = growth(looks, 'drafts') ?? 0
  const draftTokens = growth(looks, 'draftTokens') ?? 0
  const acceptedTokens = growth(looks, 'acceptedTokens') ?? 0
  if (draftTokens === 0) return null
  return {
    drafts,
    draftTokens,
    acceptedTokens,
    acceptanceRate: (acceptedTokens / draftTokens) * 100,
    acceptanceLength: drafts === 0 ? 0 : 1 + acceptedTokens / drafts,
    positionRates: drafts === 0 ? [] : positionRates(looks, drafts),
  }
}

function positionRates({ before, after }: Looks, drafts: number): number[] {
  return [...after.acceptedAtPosition]
    .toSorted(([one], [other]) => one - other)
    .map(([position, last]) => (last - (before.acceptedAtPosition.get(position) ?? 0)) / drafts)
}

/** Subtracts the commit step, which a canvas takes after its denoising steps. */
function diffusionBetween(looks: Looks, durationS: number): Diffusion | null {
  const steps = growth(looks, 'denoisingSteps') ?? 0
  const canvasPositions = growth(looks, 'canvasPositions') ?? 0
  const committedTokens = growth(looks, 'committedTokens') ?? 0
  if (steps === 0 || committedTokens === 0 || canvasPositions === 0) return null
  const canvases = committedTokens / (canvasPositions / steps)
  const denoisingSteps = steps - canvases
  return {
    committedTokens,
    denoisingSteps: steps,
    canvasPositions,
    committedThroughput: ratio(committedTokens, durationS),
    stepsPerCanvas: denoisingSteps / canvases,
    committedPerStep: ratio(committedTokens, denoisingSteps),
  }
}

function prefixCacheBetween(looks: Looks): PrefixCacheUse | null {
  const queries = growth(looks, 'prefixCacheQueries')
  const hits = growth(looks, 'prefixCacheHits')
  if (queries === null || hits === null || queries === 0 || hits > queries) return null
  return { queries, hits }
}

function ratio(amount: number, by: number): number {
  return by > 0 ? amount / by : 0
}

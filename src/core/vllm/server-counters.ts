// The counters of a vLLM server that a run is read off, from the text at /metrics.
import { parseMetricsText, type MetricSample } from './metrics-text.ts'

export type CounterName = keyof typeof counters

/** Sums over engines and other labels; a counter the server does not have is missing. */
export type ServerCounters = Readonly<{
  values: Readonly<Partial<Record<CounterName, number>>>
  /** Drafted tokens that were accepted, by their position in the draft. */
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
} as const

const perPosition = /^vllm:spec_decode\w*num_accepted_tokens_per_pos\w*_total$/

export function readServerCounters(metricsText: string): ServerCounters {
  const samples = parseMetricsText(metricsText)
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

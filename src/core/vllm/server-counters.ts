// Counters of a vLLM server for a run, from the text of /metrics.
import type { CounterGrowth } from '#core/model/decoding.ts'
import { listedDecodings, type ServerActivity } from '#core/model/server-activity.ts'
import { inVllmNames, type MetricSample, parseMetricsText } from '../base/metrics-text.ts'

/** Sums over engines and other labels; a counter that the server lacks is absent. */
export type ServerCounters = Readonly<{
  values: Readonly<Record<string, number>>
  /** Counters with a label `position`, by its value. */
  atPosition: ReadonlyMap<number, number>
}>

const counters: readonly (readonly [name: string, pattern: RegExp])[] = [
  ...listedDecodings.flatMap(([, decoding]) => Object.entries(decoding.counters)),
  ['prefixCacheQueries', /^vllm:prefix_cache_queries_total$/],
  ['prefixCacheHits', /^vllm:prefix_cache_hits_total$/],
  ['generatedTokens', /^vllm:generation_tokens_total$/],
]

export function readServerCounters(metricsText: string): ServerCounters {
  const samples = inVllmNames(parseMetricsText(metricsText))
  const values: Record<string, number> = {}
  for (const [name, pattern] of counters) {
    const found = samples.filter((sample) => pattern.test(sample.name))
    if (found.length > 0) values[name] = found.reduce((sum, { value }) => sum + value, 0)
  }
  return { values, atPosition: sumsByPosition(samples) }
}

function sumsByPosition(samples: readonly MetricSample[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { name, labels, value } of samples) {
    const position = Number(labels['position'])
    if (!Number.isInteger(position)) continue
    if (!listedDecodings.some(([, { atPosition }]) => atPosition?.test(name) === true)) continue
    sums.set(position, (sums.get(position) ?? 0) + value)
  }
  return sums
}

/** Counters before and after a run. */
type Looks = Readonly<{ before: ServerCounters; after: ServerCounters }>

export function serverActivityBetween(looks: Looks, durationS: number): ServerActivity {
  const growth = growthBetween(looks)
  const generatedTokens = growth.of('generatedTokens')
  const decoded = listedDecodings.map(
    ([name, { valuesOf }]) => [name, valuesOf(growth, durationS)] as const,
  )
  return {
    ...(generatedTokens !== null && { generatedTokens }),
    ...Object.fromEntries<object | null>(decoded),
    prefixCache: prefixCacheIn(growth),
  }
}

function growthBetween({ before, after }: Looks): CounterGrowth {
  return {
    of: (counter) => {
      const last = after.values[counter]
      const grown = last === undefined ? -1 : last - (before.values[counter] ?? 0)
      return grown < 0 ? null : grown
    },
    atPositions: () =>
      [...after.atPosition]
        .toSorted(([one], [other]) => one - other)
        .map(([position, last]) => last - (before.atPosition.get(position) ?? 0)),
  }
}

function prefixCacheIn({ of }: CounterGrowth): ServerActivity['prefixCache'] {
  const queries = of('prefixCacheQueries')
  const hits = of('prefixCacheHits')
  if (queries === null || hits === null || queries === 0 || hits > queries) return null
  return { queries, hits }
}

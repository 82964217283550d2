// Metrics that the user names: `NAME` or `NAME{label="value"}`, as in Prometheus.
import type { SampledValues } from './sampled-values.ts'
import type { MetricSample } from '#core/base/metrics-text.ts'
import { sum } from '#core/base/spread.ts'

export type MetricSelector = Readonly<{
  name: string
  labels: Readonly<Record<string, string>>
}>

const selectorText = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?$/
/** Quotes are optional because a shell removes them. */
const labelText = /^\s*([A-Za-z_]\w*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^"=~,{}\s]+))\s*(?:,|$)/

/** Null if the text is not a valid selector. */
export function parseMetricSelector(text: string): MetricSelector | null {
  const match = selectorText.exec(text.trim())
  if (match === null) return null
  const [, name = '', filter = ''] = match
  const labels: Record<string, string> = {}
  let rest = filter
  while (rest.trim() !== '') {
    const pair = labelText.exec(rest)
    if (pair === null) return null
    const [whole, label = '', quoted, bare = ''] = pair
    labels[label] = quoted?.replace(/\\(.)/g, '$1') ?? bare
    rest = rest.slice(whole.length)
  }
  return { name, labels }
}

export type MetricsPage = Readonly<{
  samples: readonly MetricSample[]
  types: ReadonlyMap<string, string>
}>

type Kind = 'gauge' | 'counter' | 'histogram'

/** Series of a metric on the page: under its name, or with the suffixes of counters and histograms. */
type Family = Readonly<{ kind: Kind; samples: readonly MetricSample[] }>

/** Limit for a legible chart. */
export const mostSeries = 32

/**
 * Current values with their labels. Sums counters and histograms over the matching series; gauges stay separate, because the sum
 * of, for example, shares means nothing.
 */
export function namedMetric(
  { name, labels }: MetricSelector,
  page: MetricsPage,
): readonly (readonly [label: string, values: SampledValues])[] {
  const { kind, samples: all } = familyOf(name, page)
  const samples = all.filter((sample) => isFinite(sample.value) && hasLabels(sample, labels))
  if (samples.length === 0) return []
  const label = selectorOf(name, labels)
  const added = (some: readonly MetricSample[]) => sum(some.map(({ value }) => value))
  switch (kind) {
    case 'counter':
      return [[label, { metricTotal: added(samples) }]]
    case 'histogram':
      return [
        [
          label,
          {
            metricSum: added(samples.filter((sample) => sample.name.endsWith('_sum'))),
            metricCount: added(samples.filter((sample) => sample.name.endsWith('_count'))),
          },
        ],
      ]
    case 'gauge': {
      const differing = differingLabels(samples)
      return samples.map(({ labels: own, value }) => {
        const shown = Object.fromEntries(differing.map((one) => [one, own[one] ?? '']))
        return [selectorOf(name, { ...labels, ...shown }), { metricValue: value }]
      })
    }
  }
}

/** Reason that a page lacks a metric. */
export type MissingMetric =
  | Readonly<{ lacks: 'name'; nearest: readonly string[] }>
  /** The filter matches none of its series. */
  | Readonly<{ lacks: 'labels'; series: readonly string[] }>
  | Readonly<{ lacks: 'room'; series: number }>

/** Null if the page has it. A metric that is only declared has no series before its first event. */
export function missingMetric(selector: MetricSelector, page: MetricsPage): MissingMetric | null {
  const { name, labels } = selector
  const { samples } = familyOf(name, page)
  if (samples.length === 0) {
    if (declaredType(name, page) !== undefined) return null
    return { lacks: 'name', nearest: nearestNames(name, metricNamesOf(page)) }
  }
  const found = namedMetric(selector, page).length
  if (found > mostSeries) return { lacks: 'room', series: found }
  if (samples.some((sample) => hasLabels(sample, labels))) return null
  const differing = new Set([...Object.keys(labels), ...differingLabels(samples)])
  const series = samples.map(({ labels: own }) =>
    selectorOf('', Object.fromEntries([...differing].flatMap((one) => labelIn(own, one)))),
  )
  return { lacks: 'labels', series: [...new Set(series)].slice(0, mostNamed) }
}

function labelIn(labels: MetricSample['labels'], name: string): (readonly [string, string])[] {
  const value = labels[name]
  return value === undefined ? [] : [[name, value]]
}

const mostNamed = 5

function familyOf(name: string, page: MetricsPage): Family {
  const named = (...names: readonly string[]) =>
    page.samples.filter((sample) => names.includes(sample.name))
  const direct = named(name)
  if (direct.length > 0)
    return { kind: isCounted(name, page) ? 'counter' : 'gauge', samples: direct }
  const total = named(`${name}_total`)
  if (total.length > 0) return { kind: 'counter', samples: total }
  return { kind: 'histogram', samples: named(`${name}_sum`, `${name}_count`) }
}

/** Also true for the parts of histograms. */
function isCounted(name: string, page: MetricsPage): boolean {
  const type = declaredType(name, page)
  if (type !== undefined && type !== 'untyped') return type === 'counter'
  const whole = name.replace(/_(bucket|sum|count)$/, '')
  return name.endsWith('_total') || (whole !== name && page.types.has(whole))
}

/** A counter is declared with its suffix or, in OpenMetrics, without. */
function declaredType(name: string, { types }: MetricsPage): string | undefined {
  return types.get(name) ?? types.get(`${name}_total`) ?? types.get(name.replace(/_total$/, ''))
}

/** Excludes parts of histograms and creation times. */
function metricNamesOf({ samples, types }: MetricsPage): readonly string[] {
  const shown = types.size > 0 ? [...types.keys()] : samples.map(({ name }) => name)
  return [...new Set(shown)].filter((name) => !name.endsWith('_created'))
}

/** Sorts by shared parts of the name, then by excess length. */
function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const parts = new Set(partsOf(wanted))
  const scored = names.map((name) => {
    const own = partsOf(name)
    const shared = own.filter((part) => parts.has(part)).length
    return { name, score: (2 * shared) / (own.length + parts.size) }
  })
  return scored
    .filter(({ score }) => score > 0.3)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostNamed)
    .map(({ name }) => name)
}

/** Trigrams, so that a misspelled name still shares most of them. */
function partsOf(name: string): readonly string[] {
  const letters = name.toLowerCase().replace(/^\w+:/, '')
  return [
    ...new Set(
      Array.from({ length: Math.max(1, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)),
    ),
  ]
}

function hasLabels({ labels }: MetricSample, wanted: MetricSelector['labels']): boolean {
  return Object.entries(wanted).every(([label, value]) => labels[label] === value)
}

/** Labels whose values differ between the series. */
function differingLabels(samples: readonly MetricSample[]): readonly string[] {
  const names = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))]
  return names.filter((name) => new Set(samples.map(({ labels }) => labels[name])).size > 1)
}

/** Selector as a user writes it; without a name, only its labels. */
export function selectorOf(name: string, labels: MetricSelector['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

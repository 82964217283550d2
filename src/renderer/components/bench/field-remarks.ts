// Remarks on field values before anything is sent, besides their problems.
import type { BenchmarkPreview } from '#contract/views.ts'
import { formatNumber } from '#core/base/numbers.ts'
import type { BenchmarkConfig, BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { changesRate } from '#core/traits/load-traits.ts'
import { carriedRate, isOfTheseLengths, type KnownRun } from '#core/workload/carried-rate.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { shortageText } from '../composer/shortage-text.ts'

export type FieldRemarks = Readonly<
  Partial<Record<BenchmarkField, Readonly<{ warnings?: readonly string[]; hint?: string }>>>
>

type ComposedBenchmark = Readonly<{
  config: BenchmarkConfig
  preview: BenchmarkPreview | null
  /** Null until a server is selected. */
  serverId: string | null
  /** The busiest run of the selected server. */
  known: KnownRun | null
}>

/** Above this number, requests sent at once wait for each other rather than for the server. */
const manyAtOnce = 200

export function fieldRemarks(composed: ComposedBenchmark, t: Translate): FieldRemarks {
  const shortage = composed.preview?.shortage ?? null
  return {
    requestRate: rateRemarks(composed, t),
    ...(shortage === null ? {} : { numPrompts: { warnings: [shortageText(shortage, 1, t)] } }),
  }
}

function rateRemarks(
  { config, preview, serverId, known }: ComposedBenchmark,
  t: Translate,
): Readonly<{ warnings?: readonly string[]; hint?: string }> {
  const { requestRate, maxConcurrency } = config
  const requests = preview?.requests ?? 0
  if (requestRate === 'inf') {
    const isBurst = maxConcurrency === null && !changesRate(config) && requests > manyAtOnce
    return isBurst ? { warnings: [t('bench.remark.atOnce', { count: requests })] } : {}
  }
  const carried = known === null ? null : carriedRate(known, config)
  if (serverId === null || known === null || carried === null || requestRate <= carried) {
    return { hint: carriedHint({ config, serverId, known }, t) }
  }
  const name = isOfTheseLengths(known, config) ? 'above' : 'aboveEstimate'
  return { warnings: [t(`bench.remark.${name}`, { rate: formatNumber(carried), run: known.name })] }
}

/** Load that the selected server sustained with similar requests; empty if unknown. */
export function carriedHint(
  { config, serverId, known }: Omit<ComposedBenchmark, 'preview'>,
  t: Translate,
): string {
  if (serverId === null || config.datasetName !== 'random') return ''
  const carried = known === null ? null : carriedRate(known, config)
  if (known === null || carried === null) return t('bench.remark.unknown')
  const name = isOfTheseLengths(known, config) ? 'carried' : 'estimate'
  return t(`bench.remark.${name}`, { rate: formatNumber(carried), run: known.name })
}

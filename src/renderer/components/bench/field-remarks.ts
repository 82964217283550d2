// What is worth knowing of the value of a field before it is sent, beside what is wrong with it.
import type { BenchmarkPreview } from '#contract/views.ts'
import { formatNumber } from '#core/format/numbers.ts'
import type { BenchmarkConfig, BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'
import { carriedRate, isOfTheseLengths, type KnownRun } from '#core/workload/carried-rate.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { shortageText } from '../composer/shortage-text.ts'

export type FieldRemarks = Readonly<
  Partial<Record<BenchmarkField, Readonly<{ warnings?: readonly string[]; hint?: string }>>>
>

type Composed = Readonly<{
  config: BenchmarkConfig
  preview: BenchmarkPreview | null
  /** Null until a server is chosen. */
  serverId: string | null
  /** The busiest run of the chosen server. */
  known: KnownRun | null
}>

/** Beyond it, requests that are sent at once wait for each other rather than for the server. */
const manyAtOnce = 200

export function fieldRemarks(composed: Composed, t: Translate): FieldRemarks {
  const shortage = composed.preview?.shortage ?? null
  return {
    requestRate: rateRemarks(composed, t),
    ...(shortage === null ? {} : { numPrompts: { warnings: [shortageText(shortage, 1, t)] } }),
  }
}

function rateRemarks(
  { config, preview, serverId, known }: Composed,
  t: Translate,
): Readonly<{ warnings?: readonly string[]; hint?: string }> {
  const { requestRate, maxConcurrency, rampUpStrategy } = config
  const requests = preview?.requests ?? 0
  if (requestRate === 'inf') {
    const isBurst = maxConcurrency === null && rampUpStrategy === null && requests > manyAtOnce
    return isBurst ? { warnings: [t('bench.remark.atOnce', { count: requests })] } : {}
  }
  const carried = known === null ? null : carriedRate(known, config)
  if (serverId === null || known === null || carried === null || requestRate <= carried) {
    return { hint: carriedHint({ config, serverId, known }, t) }
  }
  const name = isOfTheseLengths(known, config) ? 'above' : 'aboveEstimate'
  return { warnings: [t(`bench.remark.${name}`, { rate: formatNumber(carried), run: known.name })] }
}

/** What the chosen server carried, in requests like these; empty where that cannot be said. */
export function carriedHint(
  { config, serverId, known }: Omit<Composed, 'preview'>,
  t: Translate,
): string {
  if (serverId === null || config.datasetName !== 'random') return ''
  const carried = known === null ? null : carriedRate(known, config)
  if (known === null || carried === null) return t('bench.remark.unknown')
  const name = isOfTheseLengths(known, config) ? 'carried' : 'estimate'
  return t(`bench.remark.${name}`, { rate: formatNumber(carried), run: known.name })
}

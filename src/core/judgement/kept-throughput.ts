// Throughput of a table whose request rate is the one that the server kept. Every list, table and page takes it from here.
import type { JudgedConfig, JudgedRun, JudgedSummary } from './judged-run.ts'
import type { ComparedScalar } from '#core/metrics/figures.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { powerOfThroughput, throughputFigure } from './known-figures.ts'
import { paceOf, steadyLoad } from './saturation.ts'

/** Throughput of the steady state ÷ throughput of the whole run; null if the run shows no steady state. */
export type KeptFactors = Readonly<{ requests: number | null; others: number | null }>

type KeptRun<Summary> = Omit<JudgedRun, 'summary'> & Readonly<{ summary: Summary }>

/**
 * Both null if a run is too short, or too near the capacity, to show whether it kept the offered rate. Requests sent all at once
 * have no rate.
 */
export function keptFactors({
  config,
  summary,
  imported = null,
}: KeptRun<JudgedSummary>): KeptFactors {
  const { basis, factor } = steadyLoad(summary)
  const isUnknown =
    basis === 'offered' &&
    paceOf({ config, summary, imported: imported !== null }).state === 'not-known'
  if (isUnknown) return { requests: null, others: null }
  return { requests: isBurst(config) ? null : factor, others: factor }
}

/** Null also before anything is measured. */
export function keptFactor(
  factors: KeptFactors | null | undefined,
  name: ComparedScalar,
): number | null {
  return factors?.[name === 'requestThroughput' ? 'requests' : 'others'] ?? null
}

/** Null also if not measured. */
export function keptThroughput(run: KeptRun<RunSummary>, name: ComparedScalar): number | null {
  const isUnknown = powerOfThroughput(name) !== 0 && keptFactor(keptFactors(run), name) === null
  return isUnknown ? null : (throughputFigure(run.summary, name)?.value ?? null)
}

/** Whether all requests are sent at once. The latencies of such a run depend on its length. */
export function isBurst({
  requestRate,
  maxConcurrency,
}: Pick<JudgedConfig, 'requestRate' | 'maxConcurrency'>): boolean {
  return requestRate === 'inf' && maxConcurrency === null
}

// Shares with their 95 % interval, as this bench prints them.
import type { Judgement } from '#core/model/run/judgement.ts'
import { shareInterval } from '#core/stats/certainty/share-interval.ts'

export type Asked = Readonly<{
  replications: number
  /** Of the first replication; the others follow it. */
  seed: number
  /** Place of one engine or question; null for all. */
  only: number | null
}>

/** "94 % (90–97)"; a dash without trials. */
export function shareText(hits: number, trials: number): string {
  if (trials === 0) return '–'
  const { low, high } = shareInterval(hits, trials)
  const percent = (share: number) => Math.round(100 * share)
  return `${percent(hits / trials)} % (${percent(low)}–${percent(high)})`
}

/** Shares of runs with each verdict, and how often each reason is given. */
export function verdictTexts(judged: readonly (Judgement | null)[]): string[] {
  const verdict = (name: string, holds: (one: Judgement) => boolean) =>
    `${name} ${shareText(judged.filter((one) => one !== null && holds(one)).length, judged.length)}`
  const reasons = new Map<string, number>()
  for (const { code } of judged.flatMap((one) => one?.reasons ?? []))
    reasons.set(code, (reasons.get(code) ?? 0) + 1)
  return [
    verdict('valid', ({ grade }) => grade === 'valid'),
    verdict('saturated', ({ isSaturated }) => isSaturated),
    verdict('own limit binds', ({ isHeldBack }) => isHeldBack),
    verdict('kept', ({ pace }) => pace === 'kept'),
    verdict('not steady', ({ loadState }) => loadState === 'not-steady'),
    [...reasons].map(([code, count]) => `${code} ${count}`).join(', '),
  ]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? NaN
}

export function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  )
}

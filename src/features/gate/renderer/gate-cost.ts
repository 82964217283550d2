// Minimum and maximum cost of a gate: runs, seconds, GPU time, and the price of that time.
import type { GatePlan } from '#features/gate/core/gate-record.ts'
import { fewestRepeats, type GateRules } from '#features/gate/core/judge-gate.ts'
import { gpuTimeText } from '#renderer/components/composer/duration-text.ts'
import { usualCurrency } from '#renderer/components/sweep/cells/sizing-columns.ts'
import type { Translate } from '#renderer/i18n/i18n.ts'

type Range = Readonly<{ least: number; most: number }>
type GateCost = Readonly<{
  plan: Pick<GatePlan, 'gpus' | 'mostStarts' | 'secondsPerStart'>
  rules: Pick<GateRules, 'mostRepeats'>
  runs: Readonly<{ fewest: number; most: number }>
  /** Null if only the server limits a run. */
  secondsPerRun: number | null
}>

/** Null if a part is unknown. */
export function gateSeconds({ plan, rules, runs, secondsPerRun }: GateCost): Range | null {
  const { mostStarts, secondsPerStart } = plan
  if (secondsPerRun === null || (mostStarts > 0 && secondsPerStart === null)) return null
  const startS = mostStarts * (secondsPerStart ?? 0)
  return {
    least: runs.fewest * secondsPerRun + (fewestRepeats / rules.mostRepeats) * startS,
    most: runs.most * secondsPerRun + startS,
  }
}

/** Empty if the GPUs or the time are unknown. */
export function gateCostFacts(
  gpus: number | null,
  seconds: Range | null,
  pricePerGpuHour: number | null,
  t: Translate,
): readonly Readonly<{ name: string; value: string }>[] {
  const value = gpuTimeText({ gpus, estimatedDurationS: seconds?.most ?? null }, t)
  if (value === null || gpus === null || seconds === null) return []
  const cost = (((pricePerGpuHour ?? 0) * gpus * seconds.most) / 3600).toFixed(2)
  const amount = `${cost} ${usualCurrency}`
  return [
    { name: t('compose.gpuTime'), value: t('compose.mostOf', { amount: value }) },
    {
      name: t('compose.cost'),
      value: pricePerGpuHour === null ? t('gate.costUnset') : t('compose.mostOf', { amount }),
    },
  ]
}

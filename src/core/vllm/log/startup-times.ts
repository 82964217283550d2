// Times of several starts of a server, by phase: means, percentiles, and the keys of `vllm bench startup`.
import { type StartupPhase, startupPhases } from '#core/model/launch.ts'
import { quantile } from '#core/stats/durations/quantile.ts'
import { mean } from '#core/base/spread.ts'
import type { StartupProgress } from './startup-progress.ts'

/** Seconds. */
export type StartupTimes = Readonly<{
  /** From the launch command to the first successful request. */
  total: number
  /** torch.compile by vLLM's own clock; null if the log does not show it. */
  compilation: number | null
  /** Phases that the log showed; they sum to the time since the launch was recorded. */
  phases: Readonly<Partial<Record<StartupPhase, number>>>
}>

type EndedStart = Pick<StartupProgress, 'entered' | 'facts'> &
  Readonly<{ readyAtMs: number; totalS: number }>

/** A phase lasts until the next one begins, and the last until the server is ready. */
export function startupTimes({ entered, facts, readyAtMs, totalS }: EndedStart): StartupTimes {
  const phases = entered.map(({ phase, atMs }, index) => {
    const endMs = entered[index + 1]?.atMs ?? readyAtMs
    return [phase, Math.max(0, endMs - atMs) / 1000] as const
  })
  return {
    total: totalS,
    compilation: facts.compileS ?? null,
    phases: Object.fromEntries(phases),
  }
}

const percentiles = [10, 25, 50, 75, 90, 99] as const

export type StartupKind = 'cold' | 'warm'

export type StartupRow = Readonly<{
  name: 'total' | 'compilation' | StartupPhase
  /** Seconds per start; shorter if some starts did not show the value. */
  cold: readonly number[]
  warm: readonly number[]
}>

/** The total first, then phases in their order; rows without any value are omitted. */
export function startupRows(starts: Readonly<Record<StartupKind, readonly StartupTimes[]>>) {
  const names = ['total', 'compilation', ...startupPhases] as const
  const rows: StartupRow[] = names.map((name) => ({
    name,
    cold: starts.cold.flatMap((times) => valueOf(times, name) ?? []),
    warm: starts.warm.flatMap((times) => valueOf(times, name) ?? []),
  }))
  return rows.filter(({ cold, warm }) => cold.length + warm.length > 0)
}

function valueOf(times: StartupTimes, name: StartupRow['name']): number | null {
  if (name === 'total' || name === 'compilation') return times[name]
  return times.phases[name] ?? null
}

/** Keys of the JSON file of `vllm bench startup`; phases are our addition, named after theirs. */
export function startupJson(rows: readonly StartupRow[]): Readonly<Record<string, unknown>> {
  const entries = (['cold', 'warm'] as const).flatMap((kind) =>
    rows.flatMap(({ name, [kind]: values }) => {
      if (values.length === 0) return []
      const key = `${kind}_${name === 'total' ? 'startup' : name.replaceAll('-', '_')}`
      const sorted = values.toSorted((a, b) => a - b)
      return [
        [`avg_${key}_time`, mean(values)],
        [`${key}_times`, values],
        [
          `${key}_percentiles`,
          Object.fromEntries(percentiles.map((each) => [each, quantile(sorted, each / 100)])),
        ],
      ] as const
    }),
  )
  return Object.fromEntries<unknown>(entries)
}

// The phases of a start, each with its duration; the current one keeps counting.
import type { LaunchView, StartupPhase } from '#core/model/launch.ts'

export type TimedPhase = Readonly<{
  phase: StartupPhase
  seconds: number
  isCurrent: boolean
}>

/** After the start, `endEpochMs` ends its last phase. */
export function timedPhases(
  { phases }: Pick<LaunchView, 'phases'>,
  endEpochMs: number,
  isOver: boolean,
): readonly TimedPhase[] {
  return phases.map(({ phase, atEpochMs }, index) => {
    const next = phases[index + 1]?.atEpochMs ?? endEpochMs
    const isLast = index === phases.length - 1
    return {
      phase,
      seconds: Math.max(0, next - atEpochMs) / 1000,
      isCurrent: isLast && !isOver,
    }
  })
}

/** Time when the start finished; null while it is in progress, or if unknown. */
export function startEnd({ launch, startedInMs }: LaunchView): number | null {
  return startedInMs === null ? null : launch.createdAtEpochMs + startedInMs
}

// How far a start has come, line by line. Processes speak at once, so a phase is never taken back.
import {
  startupPhases,
  type StartupFacts,
  type StartupPhase,
} from '#core/model/server/startup-facts.ts'
import { startupPatterns, type StartupPattern } from './startup-patterns.ts'

type PhaseEntry = Readonly<{ phase: StartupPhase; atMs: number }>

export type StartupProgress = Readonly<{
  phase: StartupPhase
  /** Share of the current phase, 0–1; null where the log does not show it. */
  progress: number | null
  /** When each phase was first heard of, by the clock of anyone who reads. */
  entered: readonly PhaseEntry[]
  facts: StartupFacts
}>

export function beginStartup(atMs: number, phase: StartupPhase = 'import'): StartupProgress {
  return { phase, progress: null, entered: [{ phase, atMs }], facts: {} }
}

export function afterLine(before: StartupProgress, message: string, atMs: number): StartupProgress {
  let now = before
  for (const known of startupPatterns) {
    const match = known.pattern.exec(message)
    if (match !== null) now = after(now, known, { groups: match.groups ?? {}, atMs })
  }
  return now
}

type Heard = Readonly<{ groups: Readonly<Record<string, string>>; atMs: number }>

function after(
  before: StartupProgress,
  { phase, facts, progress }: StartupPattern,
  { groups, atMs }: Heard,
): StartupProgress {
  const reported = { ...before, facts: { ...before.facts, ...facts?.(groups) } }
  const order = startupPhases.indexOf(phase) - startupPhases.indexOf(before.phase)
  if (order < 0) return reported
  const share = progress?.(groups) ?? null
  if (order === 0) return { ...reported, progress: share ?? before.progress }
  return { ...reported, phase, progress: share, entered: [...before.entered, { phase, atMs }] }
}

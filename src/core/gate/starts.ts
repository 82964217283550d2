// Which runs shared a start of their server: repeats within a job of continuous integration show one start, not several.
import type { Run } from '#core/model/run/run.ts'

export type StartedRun = Readonly<{ summary: { durationS: number } }> &
  Partial<Pick<Run, 'createdAtEpochMs' | 'startedAtEpochMs' | 'baseUrl' | 'launch'>>

/** Runs that follow each other sooner than this are taken for repeats of one job. */
const longestPauseMs = 10 * 60_000

/** A number for each run, equal for those of one job; runs oldest first. Runs without a time count by themselves. */
export function jobsOf(runs: readonly StartedRun[]): number[] {
  let job = 0
  return runs.map((run, at) => {
    const before = runs[at - 1]
    if (before !== undefined && !isSameJob(before, run)) job++
    return job
  })
}

function isSameJob(before: StartedRun, run: StartedRun): boolean {
  const [beganMs, nextMs] = [beganAtMs(before), run.createdAtEpochMs ?? null]
  if (beganMs === null || nextMs === null) return false
  const isSameServer =
    before.baseUrl === run.baseUrl && before.launch?.command === run.launch?.command
  return isSameServer && nextMs - (beganMs + before.summary.durationS * 1000) < longestPauseMs
}

function beganAtMs({ startedAtEpochMs, createdAtEpochMs }: StartedRun): number | null {
  return startedAtEpochMs ?? createdAtEpochMs ?? null
}

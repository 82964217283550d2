// Groups runs by server start, and measures the spread between starts, which repeats on one start do not show.
import type { Run } from '#core/model/run/run.ts'
import { mean, squares } from '#core/base/spread.ts'

export type StartedRun = Readonly<{ summary: Readonly<{ durationS: number }> }> &
  Partial<Pick<Run, 'createdAtEpochMs' | 'startedAtEpochMs' | 'baseUrl'>> &
  Readonly<{
    launch?: Pick<NonNullable<Run['launch']>, 'command' | 'launchId'> | null
    /** Number of the start, if the caller started the server. */
    start?: number
  }>

/** Maximum pause between repeats of one job. */
const longestPauseMs = 10 * 60_000

/** One number per run, equal within a job. Requires runs oldest first. A run without a time is its own job. */
export function jobsOf(runs: readonly StartedRun[]): number[] {
  let job = 0
  return runs.map((run, at) => {
    const before = runs[at - 1]
    if (before !== undefined && !isSameJob(before, run)) job++
    return job
  })
}

function isSameJob(before: StartedRun, run: StartedRun): boolean {
  if (before.start !== run.start) return false
  if (run.start !== undefined) return true
  const [beganMs, nextMs] = [beganAtMs(before), run.createdAtEpochMs ?? null]
  if (beganMs === null || nextMs === null) return false
  const isSameServer =
    before.baseUrl === run.baseUrl && before.launch?.launchId === run.launch?.launchId
  return isSameServer && nextMs - (beganMs + before.summary.durationS * 1000) < longestPauseMs
}

function beganAtMs({ startedAtEpochMs, createdAtEpochMs }: StartedRun): number | null {
  return startedAtEpochMs ?? createdAtEpochMs ?? null
}

/** Mean logarithm of each start, in order. Samples without a job count as separate starts. */
export function logsByStart(
  samples: readonly Readonly<{ value: number; job?: number | string }>[],
): number[] {
  const starts = samples.map(({ job }, at) => job ?? `alone ${at}`)
  return [...new Set(starts)].map((start) =>
    mean(samples.flatMap(({ value }, at) => (starts[at] === start ? Math.log(value) : []))),
  )
}

/** Standard deviation of a figure between starts, as a share, with its degrees of freedom. */
export type StartSpread = Readonly<{ share: number; degrees: number; starts: number }>

/** Spread of starts around the mean of their group; `groups` contains logarithms. */
export function spreadWithin(groups: readonly (readonly number[])[]): StartSpread {
  const starts = groups.reduce((sum, { length }) => sum + length, 0)
  const degrees = starts - groups.length
  const sum = groups.reduce((total, logs) => total + squares(logs), 0)
  return { share: Math.sqrt(sum / degrees), degrees, starts }
}

/** Spread between starts for a comparison of two runs. */
export type StartSpreads = Readonly<{
  /** Assumed share for figures without stored starts; 0 disables it. */
  assumed: number
  /** Spreads by `figureKey`. */
  shown: Readonly<Record<string, StartSpread>>
}>

/** Real servers typically vary by 1 to 5 %. */
export const assumedStartSpread = 0.03

/** Maximum accepted from a user. */
export const largestStartSpread = 0.2

export const usualStartSpreads: StartSpreads = { assumed: assumedStartSpread, shown: {} }

// What the runs along one curve say about the server: where it stopped keeping up, and where its knee is. Formulas:
// docs/measuring.md.
import { countedRuns } from '#core/judgement/counted-runs.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { taskOf } from '../model/benchmark/backend-traits.ts'
import type { BenchmarkConfig } from '../model/benchmark/benchmark-fields.ts'
import type { Run } from '../model/run/run.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { Knee } from '../model/knee.ts'
import { kneeOf, type KneeLevel, type Standing } from './knee/knee.ts'

/** A run of a point that went to its end. */
export type FinishedPoint = Readonly<{
  config: BenchmarkConfig
  summary: RunSummary
  imported?: Run['imported']
}>

export type CurveVerdict = Readonly<{
  /** One per load. */
  saturated: readonly boolean[]
  /** Positions are those of the loads. */
  knee: Knee
}>

/** The runs of each load, the loads in rising order; no run where there is nothing to judge yet. */
export function judgeCurve(loads: readonly (readonly FinishedPoint[])[]): CurveVerdict {
  return {
    saturated: loads.map((runs) => judgePoint(runs)?.isSaturated ?? false),
    knee: kneeOf(loads.flatMap((runs, position) => levelOf(runs, position) ?? [])),
  }
}

/** Null where nothing was measured. */
function levelOf(all: readonly FinishedPoint[], position: number): KneeLevel | null {
  const runs = countedRuns(all.filter(({ summary }) => summary.completed > 0))
  const [first] = runs
  if (first === undefined) return null
  const { requestRate, maxConcurrency } = first.config
  const standing = standingOf(runs)
  return {
    position,
    load: { requestRate, maxConcurrency },
    standing,
    throughput: mean(runs, standing === 'kept' ? askedThroughput : measuredThroughput),
    asked: mean(runs, askedThroughput),
    latency: mean(runs, ({ summary }) => summary.metrics.e2el.mean),
  }
}

function standingOf(runs: readonly FinishedPoint[]): Standing {
  const judgement = judgePoint(runs)
  if (runs.some(isBurst)) return 'burst'
  if (judgement === null || judgement.grade === 'not-usable') return 'not-usable'
  if (judgement.isSaturated) return 'behind'
  const shown = runs.filter(hasShownItsPace)
  return shown.length * 2 > runs.length ? 'kept' : 'too-short'
}

/** All requests at once, however many: its latencies depend on the length of the run. */
function isBurst({ config: { requestRate, maxConcurrency } }: FinishedPoint): boolean {
  return requestRate === 'inf' && maxConcurrency === null
}

/** Runs of earlier versions and imported ones recorded no pace: nothing speaks against theirs. */
function hasShownItsPace(run: FinishedPoint): boolean {
  return judgeRun(run)?.pace !== 'not-known' || (run.summary.certainty?.pace ?? null) === null
}

/** At a rate, without the wait for the last responses that a run ends with. */
function askedThroughput(run: FinishedPoint): number {
  const { requestThroughput } = run.summary
  const rate = run.summary.certainty?.rate?.asked ?? requestThroughput
  return requestThroughput === 0 ? 0 : (measuredThroughput(run) * rate) / requestThroughput
}

function measuredThroughput({ config, summary }: FinishedPoint): number {
  return summary[taskOf(config).throughputs[0]]
}

function mean(runs: readonly FinishedPoint[], value: (run: FinishedPoint) => number): number {
  return runs.reduce((sum, run) => sum + value(run), 0) / Math.max(1, runs.length)
}

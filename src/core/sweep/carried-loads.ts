// Loads that a server sustains, compared between two curves: within the limits, and without a growing queue.
import type { Run } from '../model/run/run.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import { type FinishedPoint, standingOf } from './judge-curve.ts'
import { limitsState } from './limits.ts'

type CarriedLoad = Readonly<{
  /** Requests per second or requests in flight. */
  load: number
  /** Null if its runs do not decide. */
  isCarried: boolean | null
}>

type LoadMeasurement = Readonly<{
  load: number
  runs: readonly (Omit<FinishedPoint, 'summary'> & Pick<Run, 'summary'>)[]
}>

/** Runs that show nothing about the server, such as those limited by the client or by the run's own limit, do not decide. */
export function carriedLoad(
  { load, runs }: LoadMeasurement,
  limits: readonly SweepLimit[],
): CarriedLoad {
  const measured = runs.flatMap((run) => (run.summary ? [{ ...run, summary: run.summary }] : []))
  const standing = standingOf(measured)
  if (standing === 'behind') return { load, isCarried: false }
  if (standing !== 'kept' && standing !== 'too-short') return { load, isCarried: null }
  const state = limits.length === 0 ? 'held' : limitsState(limits, measured)
  if (state === 'broken') return { load, isCarried: false }
  return { load, isCarried: standing === 'kept' && state === 'held' ? true : null }
}

export type CarriedComparison = Readonly<{
  /** Highest load that both measured and only one sustains; null if there is none. */
  only: Readonly<{ side: 'base' | 'other'; load: number }> | null
  /** Highest load that each sustains; null if there is none. */
  most: Readonly<{ base: number | null; other: number | null }>
  /** Highest load that both measured and sustain; null if there is none. */
  both: number | null
}>

export function compareCarried(
  base: readonly CarriedLoad[],
  other: readonly CarriedLoad[],
): CarriedComparison {
  const common = base.flatMap(({ load, isCarried }) => {
    const beside = other.find((one) => one.load === load)
    return beside === undefined ? [] : [{ load, base: isCarried, other: beside.isCarried }]
  })
  const apart = common.filter((one) => one.base !== null && one.other !== null)
  const single = apart.filter((one) => one.base !== one.other).map(({ load }) => load)
  const highest = single.length === 0 ? null : Math.max(...single)
  const at = apart.find(({ load }) => load === highest)
  return {
    only: at === undefined ? null : { side: at.base === true ? 'base' : 'other', load: at.load },
    most: { base: mostCarried(base), other: mostCarried(other) },
    both: mostCarried(
      common.map((one) => ({ load: one.load, isCarried: one.base === true && one.other === true })),
    ),
  }
}

/** Null if it sustains none. */
export function mostCarried(loads: readonly CarriedLoad[]): number | null {
  const carried = loads.filter(({ isCarried }) => isCarried === true).map(({ load }) => load)
  return carried.length === 0 ? null : Math.max(...carried)
}

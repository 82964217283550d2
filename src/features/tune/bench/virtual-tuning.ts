// Tunings and random searches on a virtual server, using the moves of a real sweep.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import type { SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { nextMove } from '#core/sweep/next-move.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import type { SearchTry } from '#core/sweep/search/search-step.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { tuneAnswerOf, type TuneAnswer } from '#features/tune/core/found-setting.ts'
import { storyIn } from '#features/tune/core/candidates.ts'
import { poolOf, serverFlags } from '#features/tune/core/pool.ts'
import { tuneViewOf, type TuneView } from '#features/tune/core/view.ts'
import { Race } from './race.ts'
import type { VirtualServer } from './virtual-server.ts'

export type Tuned = Readonly<{ answer: TuneAnswer; view: TuneView; points: readonly SweepPoint[] }>

export function virtualTuning(plan: SweepPlan, server: VirtualServer): Tuned {
  const { tune, search } = plan
  if (tune === null || search === null) throw new TypeError('The plan tunes nothing.')
  const points: SweepPoint[] = []
  const summaries = new Map<number, RunSummary>()
  const log: SweepLogEntry[] = []
  const sweep = { plan, servers: [{ id: '', name: '' }], points, answers: [] }
  for (;;) {
    const move = nextMove({ sweep, summaries, log })
    if (move.kind !== 'measure') break
    const { point } = move
    const { seconds, isReady } = server.start(serverFlags(plan, tune, point.settings))
    if (seconds > 0) log.push(startOf(point, seconds))
    if (isReady) summaries.set(point.index, server.measure(pointConfig(plan, point)))
    points.push({ ...point, status: isReady ? 'completed' : 'failed' })
  }
  const view = tuneViewOf({ sweep, summaries, ...storyIn(log) }, tune, search)
  return { answer: tuneAnswerOf(view), view, points }
}

function startOf({ index }: SweepPoint, tookS: number): SweepLogEntry {
  return { atEpochMs: 0, kind: 'server-ready', point: null, values: { index, tookS } }
}

export type Searched = Readonly<{ choice: readonly number[]; settings: number }>

/** Measures the default and random settings until the time is used up, and returns the best. */
export function randomSearch(plan: SweepPlan, server: VirtualServer, seed: number): Searched {
  const { tune } = plan
  if (tune === null) throw new TypeError('The plan tunes nothing.')
  const [defaults = [], ...others] = poolOf(plan, tune)
  const order = [...others]
  new PythonRandom(seed).shuffle(order)
  const race = new Race(plan, server)
  for (const choice of [defaults, ...order]) {
    if (race.isOver) break
    race.run(choice)
  }
  return { choice: race.best, settings: race.settings }
}

/** Duration in seconds of a search as run by a sweep. */
export function searchSeconds(
  plan: SweepPlan,
  server: VirtualServer,
  choice: readonly number[],
): number {
  const { tune, search } = plan
  if (tune === null || search?.kind !== 'capacity') throw new TypeError('The plan tunes nothing.')
  const { isReady, ...started } = server.start(serverFlags(plan, tune, choice))
  let { seconds } = started
  const tried: SearchTry[] = []
  const searching = { ...plan, search: { ...search, precision: 0.08, mostRuns: 12 } }
  while (isReady) {
    const step = nextStep(searching, tried)
    if (step.kind === 'done') break
    const isRate = search.over === 'requestRate'
    const load = {
      requestRate: isRate ? step.load : ('inf' as const),
      maxConcurrency: isRate ? null : step.load,
    }
    const config = pointConfig(plan, { settings: [...choice], seedOffset: tried.length, ...load })
    const summary = server.measure(config)
    seconds += summary.durationS
    tried.push({ ...step, config, summary })
  }
  return seconds
}

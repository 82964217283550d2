// How often runs are judged as they should be: healthy ones valid, overloaded ones saturated, drifting ones not steady.
import type { Judgement } from '#core/model/run/judgement.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Load } from './arrivals.ts'
import {
  driftingEngine,
  engineOf,
  longPromptsEngine,
  otherEngines,
  stallingEngine,
  steadyEngines,
  warmingEngine,
  type Engine,
} from './engines.ts'
import { capacityOf, runOn } from './known-truth.ts'
import { type Asked, median, shareText, verdictTexts } from './score.ts'

const limitedPlace = steadyEngines.length + 1
const longPlace = steadyEngines.length + 2
const otherPlace = steadyEngines.length + 3

/** Shares of the capacity, and seconds. */
const nearCapacity = [
  [0.85, 60],
  [0.95, 60],
  [1.05, 20],
  [1.05, 60],
  [1.05, 180],
] as const

export function* verdictRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [index, engine] of steadyEngines.entries()) {
    if (only !== null && only !== index) continue
    const capacity = capacityOf(engine)
    yield* healthyRows(engine, capacity)
    for (const [share, seconds] of nearCapacity)
      yield nearRow(engine, share * capacity, seconds, share)
  }
  for (const engine of only === null || only === otherPlace ? otherEngines : []) {
    const capacity = capacityOf(engine)
    yield* healthyRows(engine, capacity)
    for (const share of [0.85, 1.05]) yield nearRow(engine, share * capacity, 60, share)
  }
  for (const share of only === null || only === longPlace ? [0.3, 0.5, 0.7, 0.85, 1.2, 2] : []) {
    const rate = share * capacityOf(longPromptsEngine)
    for (const seconds of [60, 180, 300]) {
      const load = { rate, concurrency: 1, requests: Math.round(seconds * rate) }
      yield rowOf(`long prompts, ${100 * share} %, ${seconds} s`, longPromptsEngine, load)
    }
  }
  for (const limit of only === null || only === limitedPlace ? [16, 1000] : []) {
    const engine = engineOf('batching')
    const rate = 1.2 * capacityOf(engine)
    const load = { rate, concurrency: 1, limit, requests: Math.round(30 * rate) }
    yield rowOf(`${engine.name}, 120 %, 30 s, at most ${limit} in flight`, engine, load)
  }
  for (const share of only === null || only === steadyEngines.length ? [0, 0.1, 0.2, 0.4] : []) {
    const engine = driftingEngine(share)
    const rate = 0.6 * capacityOf(driftingEngine(0))
    const load = { rate, concurrency: 1, requests: Math.round(60 * rate) }
    yield rowOf(`${engine.name}, 60 %, 60 s: not steady`, engine, load)
  }
  for (const engine of only === null ? [stallingEngine, warmingEngine] : []) {
    const rate = 0.6 * capacityOf(driftingEngine(0))
    const load = { rate, concurrency: 1, requests: Math.round(60 * rate) }
    yield rowOf(`${engine.name}, 60 %, 60 s`, engine, load)
  }

  function* healthyRows(engine: Engine, capacity: number): Generator<string> {
    for (const share of [0.5, 0.7]) {
      for (const requests of [400, 1000]) {
        const load = { rate: share * capacity, concurrency: 1, requests }
        yield rowOf(`${engine.name}, ${100 * share} %, ${requests} requests: valid`, engine, load)
      }
    }
  }

  /** With runs of the length that those name that cannot tell whether the server keeps up. */
  function nearRow(engine: Engine, rate: number, seconds: number, share: number): string {
    const loadOf = (lastingS: number) => ({
      rate,
      concurrency: 1,
      requests: Math.round(lastingS * rate),
    })
    const name = `${engine.name}, ${Math.round(100 * share)} %, ${seconds} s`
    const judged = judgedRuns(engine, loadOf(seconds))
    const wanted = judged.flatMap(
      (one) =>
        Number(one?.reasons.find(({ code }) => code === 'pace-unsure')?.evidence['wantedS'] ?? 0) ||
        [],
    )
    const longer = wanted.map((wantedS, at) =>
      judgeRun(runOn(engine, loadOf(wantedS), seed + replications + at)),
    )
    const saturated = longer.filter((one) => one?.isSaturated === true).length
    const kept = longer.filter((one) => one?.pace === 'kept').length
    return [
      shown(name, judged),
      `of the length named (${median(wanted)} s) saturated ${shareText(saturated, longer.length)}`,
      `kept the pace ${shareText(kept, longer.length)}`,
    ].join(' | ')
  }

  function judgedRuns(engine: Engine, load: Load) {
    return Array.from({ length: replications }, (_, at) => judgeRun(runOn(engine, load, seed + at)))
  }

  function rowOf(name: string, engine: Engine, load: Load): string {
    return shown(name, judgedRuns(engine, load))
  }

  function shown(name: string, judged: readonly (Judgement | null)[]): string {
    return [name, ...verdictTexts(judged)].join(' | ')
  }
}

// What is said of runs whose load several servers share, one of them at half the speed of the others, or none.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Load, ServeOptions } from './arrivals.ts'
import { type Engine, engineOf } from './engines.ts'
import { capacityOf, runOn } from './known-truth.ts'
import { type Asked, shareText, verdictTexts } from './score.ts'

const names = ['batching', 'G/G/8', 'two populations', 'prompts first'] as const
const counts = [2, 4, 8]
/** Of the capacity of the slow server, or of every one if all are alike. */
const shares = { slow: [0.7, 0.95, 1.1, 1.3], alike: [0.5, 0.7, 0.85, 1.2] } as const
const seconds = 60
const slowness = 2

export function* severalServerRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, name] of names.entries()) {
    if (only !== null && only !== place) continue
    const engine = engineOf(name)
    const capacity = capacityOf(engine)
    for (const count of counts)
      for (const kind of ['slow', 'alike'] as const)
        for (const share of shares[kind]) {
          const first = kind === 'slow' ? slowed(engine) : engine
          const all = sharedBy([first, ...Array.from({ length: count - 1 }, () => engine)])
          const each = (share * capacity) / (kind === 'slow' ? slowness : 1)
          const requests = count * Math.round(seconds * each)
          const load = { rate: count * each, concurrency: 1, requests }
          const judged = Array.from({ length: replications }, (_, at) =>
            judgeRun(runOn(all, load, seed + at)),
          )
          const named = judged.flatMap((one) =>
            (one?.reasons ?? []).flatMap(({ evidence }) => evidence['behindUrls'] ?? []),
          )
          yield [
            `${name}, ${count} servers, ${kind === 'slow' ? 'the slow one' : 'each'} at ${Math.round(100 * share)} %`,
            ...verdictTexts(judged),
            `the first alone is named ${shareText(named.filter((urls) => urls === '1').length, named.length)}`,
          ].join(' | ')
        }
  }
}

function slowed(engine: Engine): Engine {
  return {
    name: engine.name,
    serve: (options) => engine.serve({ ...options, startSlowness: slowness }),
  }
}

/** Each server gets the same share of the requests. */
export function sharedBy(engines: readonly Engine[]): Engine {
  const { length } = engines
  const part = (load: Load): Load => ({
    ...load,
    rate: load.rate === null ? null : load.rate / length,
    requests: load.requests / length,
    warmUps: (load.warmUps ?? 0) / length,
  })
  const served = (options: ServeOptions) =>
    engines.flatMap((engine, target) =>
      engine
        .serve({ ...options, load: part(options.load) })
        .map((request) => ({ ...request, target })),
    )
  return {
    name: `${length} of ${engines.at(-1)?.name ?? ''}`,
    serve: (options) => served(options).sort((a, b) => a.startS - b.startS),
  }
}

// How often a server is said to have stood still: whenever it did, and never if it is healthy, if prompts or services take
// seconds, or if the client stopped.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { quietClient } from '#core/stats/fixtures/client-health.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { Load } from './arrivals.ts'
import {
  cacheEngines,
  driftingEngine,
  engineOf,
  independentEngine,
  longPromptsEngine,
  otherEngines,
  silentEngines,
  steadyEngines,
  stoppingEngine,
  warmingEngine,
  type Engine,
} from './engines.ts'
import { capacityOf, configOf, runOn } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

const healthy = [
  ...steadyEngines,
  ...otherEngines,
  ...cacheEngines,
  ...silentEngines,
  independentEngine,
  longPromptsEngine,
  driftingEngine(0.2),
  warmingEngine,
]
const seconds = 60
const stopsS = [1.5, 3, 8]

export function* standstillRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, engine] of healthy.entries()) {
    if (only !== null && only !== place) continue
    const capacity = capacityOf(engine, 100)
    for (const share of [0.3, 0.6, 0.85, 1.05, 1.5]) {
      const load = loadOf(share * capacity)
      yield rowOf(`healthy: ${engine.name}, ${100 * share} %`, engine, load)
    }
    const requests = Math.round(seconds * capacity)
    for (const concurrency of [2, 16, requests]) {
      const load = { rate: null, concurrency, requests }
      yield rowOf(`healthy: ${engine.name}, ${concurrency} in flight`, engine, load)
    }
  }
  if (only !== null && only !== healthy.length) return
  for (const base of ['batching', 'wide batches', 'two populations', 'KV-limited'] as const) {
    const capacity = capacityOf(engineOf(base), 100)
    for (const lastS of stopsS) {
      const engine = stoppingEngine(base, lastS)
      for (const share of [0.1, 0.3, 0.6, 0.85]) {
        const name = `${base} stops for ${lastS} s, ${100 * share} %`
        yield rowOf(name, engine, loadOf(share * capacity), lastS)
      }
    }
  }
  yield pausedRow()

  function loadOf(rate: number): Load {
    return { rate, concurrency: 1, requests: Math.max(16, Math.round(seconds * rate)) }
  }

  /** With stops only runs in which a request saw one count. */
  function rowOf(name: string, engine: Engine, load: Load, lastS = 0): string {
    const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
    const stopped = runs.filter(({ summary: { certainty, metrics } }) => {
      const worstS = Math.max(certainty?.stalls.worstS ?? 0, (metrics.ttft.max ?? 0) / 1000)
      return worstS >= lastS
    })
    const said = stopped.filter((run) =>
      judgeRun(run)?.reasons.some(({ code }) => code === 'stood-still'),
    )
    return `${name} | stood still ${shareText(said.length, stopped.length)} of ${stopped.length}`
  }

  /** The client stops instead, as its own monitoring shows. */
  function pausedRow(): string {
    const engine = engineOf('batching')
    const load = loadOf(0.6 * capacityOf(engine, 100))
    const config = configOf(load)
    const said = Array.from({ length: replications }, (_, at) => {
      const random = new NumpyRandomState(seed + at)
      const requests = engine.serve({ load, random })
      const pauseS = 1 + 4 * random.double()
      const seen = requests.map((one) => readAfter(one, 20, pauseS))
      const client = { ...quietClient, loopDelayMaxUs: 1e6 * pauseS }
      const judgement = judgeRun({ config, summary: wholeSummary(seen, config, client) })
      return judgement?.reasons.some(({ code }) => code === 'stood-still') ?? false
    })
    const times = said.filter((one) => one).length
    return `healthy: the client stops for 1 to 5 s | stood still ${shareText(times, replications)}`
  }
}

/** Everything that arrives during the pause is read at its end. */
function readAfter(request: MeasuredRequest, fromS: number, lastsS: number): MeasuredRequest {
  const untilS = fromS + lastsS
  const readS = (atS: number) => (atS > fromS && atS < untilS ? untilS : atS)
  let arrivedS = request.startS + request.ttftS
  const firstS = readS(arrivedS)
  let lastS = firstS
  const gapsUs = Array.from(request.interTokenLatenciesUs, (gapUs) => {
    arrivedS += gapUs / 1e6
    const gapS = readS(arrivedS) - lastS
    lastS += gapS
    return Math.round(gapS * 1e6)
  })
  return {
    ...request,
    ttftS: firstS - request.startS,
    latencyS: lastS - request.startS,
    interTokenLatenciesUs: Uint32Array.from(gapsUs),
  }
}

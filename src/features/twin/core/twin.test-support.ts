// Runs of a known engine, as a client would record them.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { EngineModel } from './engine-model.ts'
import { observedRun, type ObservedRun } from './observed-run.ts'

/** No noise, no limit of the KV cache. */
export const knownEngine: EngineModel = {
  costs: {
    alone: 0.012,
    perSequence: 0.0004,
    perPromptToken: 0.00003,
    perContextToken: 0,
    promptsAlone: 0,
    perThousandPairs: 0,
    perComputeBoundToken: 0,
  },
  computeBoundFrom: Infinity,
  limits: { maxNumSeqs: 32, maxNumBatchedTokens: 2048, kvCacheTokens: Infinity },
  policy: 'mixed',
  overheadS: 0,
  noise: { deviation: 0, memory: 0 },
}

/** Prompts take a large part of its steps. */
export const promptHeavyEngine: EngineModel = {
  ...knownEngine,
  costs: { ...knownEngine.costs, perPromptToken: 0.0001 },
}

/** Reading the weights takes as long as any step with few tokens. */
export const memoryBoundEngine: EngineModel = {
  ...knownEngine,
  costs: {
    ...knownEngine.costs,
    ...{ perSequence: 0.0001, perPromptToken: 0, perComputeBoundToken: 0.0001 },
  },
  computeBoundFrom: 24,
}

type Served = { sentS: number; prompt: number; output: number; readonly tokensAtS: number[] }

/**
 * Requests of a server that admits every prompt into the next step whole, regardless of its length. Implemented separately, token
 * by token, so that it can contradict the virtual engine. `rate`: requests per second; Infinity sends all at once.
 */
export function servedStepByStep(
  { costs, computeBoundFrom, limits }: EngineModel,
  {
    rate,
    count,
    seed,
    computedShare = () => 1,
  }: Readonly<{
    rate: number
    count: number
    seed: number
    /** Share of a prompt that is computed, by the number of requests admitted before. */
    computedShare?: (admitted: number) => number
  }>,
): MeasuredRequest[] {
  const random = new NumpyRandomState(seed)
  let dueS = 0
  const all = Array.from({ length: count }, (): Served => {
    dueS += rate === Infinity ? 0 : random.exponential(1 / rate)
    const [prompt, output] = [random.randint(100, 400), random.randint(20, 80)]
    return { sentS: dueS, prompt, output, tokensAtS: [] }
  })
  let running: Served[] = []
  let [next, nowS] = [0, 0]
  while (next < all.length || running.length > 0) {
    if (running.length === 0) nowS = Math.max(nowS, all[next]?.sentS ?? nowS)
    let promptTokens = 0
    while (running.length < limits.maxNumSeqs) {
      const arrived = all[next]
      if (arrived === undefined || arrived.sentS > nowS) break
      if (promptTokens + arrived.prompt > limits.maxNumBatchedTokens) break
      promptTokens += computedShare(next) * arrived.prompt
      running.push(arrived)
      next++
    }
    nowS += costs.alone + costs.perSequence * running.length + costs.perPromptToken * promptTokens
    const tokens = running.length + promptTokens
    if (tokens > computeBoundFrom) nowS += costs.perComputeBoundToken * (tokens - computeBoundFrom)
    for (const { tokensAtS } of running) tokensAtS.push(nowS)
    running = running.filter(({ tokensAtS, output }) => tokensAtS.length < output)
  }
  return all.map(({ sentS, prompt, tokensAtS }) =>
    measured({
      startS: sentS,
      ttftS: (tokensAtS[0] ?? NaN) - sentS,
      latencyS: (tokensAtS.at(-1) ?? NaN) - sentS,
      interTokenLatenciesUs: Uint32Array.from(tokensAtS.slice(1), (atS, index) =>
        Math.round(1e6 * (atS - (tokensAtS[index] ?? NaN))),
      ),
      promptTokens: prompt,
      outputTokens: tokensAtS.length,
    }),
  )
}

/** Two rates and a burst. */
export function knownRuns(
  engine: EngineModel = knownEngine,
  computedShare: (run: number, admitted: number) => number = () => 1,
): ObservedRun[] {
  return [
    { rate: 6, count: 180, seed: 1 },
    { rate: 14, count: 400, seed: 2 },
    { rate: Infinity, count: 300, seed: 3 },
  ].map((load, run) => {
    const share = (admitted: number) => computedShare(run, admitted)
    const served = servedStepByStep(engine, { ...load, computedShare: share })
    return observedRun(`at ${load.rate}`, Infinity, served)
  })
}

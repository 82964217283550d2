// A continuous-batching server in virtual time that shares no code with the simulator: steps whose duration depends on
// what they compute, a KV cache that fills, preemption by recomputation, and speed that changes with time.
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import {
  Arrivals,
  type Arriving,
  type Lengths,
  measuredOf,
  refusedOf,
  type ServeOptions,
} from './arrivals.ts'

export type BatchingServer = Readonly<{
  lengths: Lengths
  /**
   * Seconds of a step by itself, per decoding request, and per prompt token. A step takes no less than `perToken` for each
   * request and prompt token: it reads the weights, or it computes, whichever takes longer.
   */
  stepS: Readonly<{ alone: number; perRequest: number; perPromptToken: number; perToken?: number }>
  mostRunning: number
  /** Requests that may wait; the server refuses more. */
  mostWaiting?: number
  promptTokensPerStep: number
  kvTokens: number
  /** Standard deviation of the logarithm of a step, and the share of it that the next step keeps. */
  noise: number
  memory: number
  /** Multiplies the duration of steps; by the seconds since the first measured request. */
  slowness?: (atS: number) => number
  /** Share of the prompt that is computed; by the number of requests served. */
  computedShare?: (served: number) => number
  /** Steps take this much longer for some seconds of every so many. */
  slowTimes?: Readonly<{ everyS: number; lastS: number; factor: number }>
  /** The latest request is computed first. */
  newestFirst?: true
  /** Tokens of a request in one step, which arrive together. */
  tokensPerStep?: (random: NumpyRandomState) => number
  /** A gateway refuses what its bucket of tokens has none for. */
  bucket?: Readonly<{ perS: number; most: number }>
  /** Stalls per second, and seconds of each. */
  stalls?: Readonly<{ perS: number; lastS: number }>
}>

type Running = {
  readonly request: Arriving
  prefilled: number
  produced: number
  firstS: number
  lastS: number
  readonly gapsUs: number[]
}

/** Measured requests alone, their times from the end of the warm-up. */
export function servedByBatches(
  server: BatchingServer,
  { load, random, startSlowness = 1, report }: ServeOptions,
): MeasuredRequest[] {
  const warmUps = load.warmUps ?? 0
  const arrivals = new Arrivals(load, server.lengths, random)
  const waiting: Running[] = []
  let running: Running[] = []
  const ended: MeasuredRequest[] = []
  let [nowS, noise, served, kvUsed, originS] = [0, 0, 0, 0, warmUps === 0 ? 0 : Infinity]
  let [preemptions, reportedS] = [0, 0]
  let [passes, passedS] = [server.bucket?.most ?? Infinity, 0]
  while (ended.length < load.requests) {
    while (arrivals.nextS <= nowS) {
      const request = arrivals.take()
      if (request.index === warmUps) originS = Math.min(originS, request.dueS)
      if (server.bucket) {
        const filled = passes + (request.dueS - passedS) * server.bucket.perS
        ;[passes, passedS] = [Math.min(server.bucket.most, filled), request.dueS]
      }
      if (waiting.length < (server.mostWaiting ?? Infinity) && passes >= 1) {
        passes--
        if (server.newestFirst) waiting.unshift(begun(request))
        else waiting.push(begun(request))
      } else if (!arrivals.again(load, request, nowS)) {
        if (request.index >= warmUps) ended.push(refusedOf(request, originS))
        arrivals.ended(load, request, nowS)
      }
    }
    if (running.length === 0 && waiting.length === 0) {
      nowS = arrivals.nextS
      continue
    }
    let budget = server.promptTokensPerStep
    let prompts = 0
    const share = server.computedShare?.(served) ?? 1
    while (waiting.length > 0 && running.length < server.mostRunning && budget > 0) {
      const [next] = waiting
      if (next === undefined) break
      const needed = next.request.prompt + next.produced
      if (kvUsed + needed > server.kvTokens && running.length > 0) break
      waiting.shift()
      running.push(next)
      kvUsed += needed
    }
    for (; report && nowS >= originS + reportedS; reportedS++)
      report(reportedS, {
        requestsRunning: running.length,
        requestsWaiting: waiting.length,
        kvCacheUsage: kvUsed / server.kvTokens,
        preemptions,
      })
    const decoding: Running[] = []
    for (const each of running) {
      const needed = Math.ceil((each.request.prompt + each.produced) * share)
      if (each.prefilled >= needed) {
        decoding.push(each)
        continue
      }
      const part = Math.min(budget, needed - each.prefilled)
      budget -= part
      prompts += part
      each.prefilled += part
      if (each.prefilled >= needed && part > 0) {
        each.prefilled = Infinity
        decoding.push(each)
      }
    }
    noise = server.memory * noise + Math.sqrt(1 - server.memory ** 2) * random.gaussian()
    const { alone, perRequest, perPromptToken, perToken = 0 } = server.stepS
    const plainS = Math.max(
      alone + perRequest * decoding.length + perPromptToken * prompts,
      perToken * (decoding.length + prompts),
    )
    const slowness =
      server.slowness?.(Math.max(0, nowS - (originS === Infinity ? nowS : originS))) ?? 1
    const { everyS = 1, lastS = 0, factor = 1 } = server.slowTimes ?? {}
    const cyclic = nowS % everyS >= everyS - lastS ? factor : 1
    let lastsS = plainS * startSlowness * slowness * cyclic * Math.exp(server.noise * noise)
    if (server.stalls && random.double() < server.stalls.perS * lastsS)
      lastsS += server.stalls.lastS
    nowS += lastsS
    for (const each of decoding) {
      if (each.produced === 0) each.firstS = nowS
      else each.gapsUs.push(Math.round((nowS - each.lastS) * 1e6))
      each.lastS = nowS
      const tokens = server.tokensPerStep?.(random) ?? 1
      const made = Math.min(tokens, each.request.output - each.produced)
      each.produced += made
      kvUsed += made
      if (each.produced < each.request.output) continue
      kvUsed -= each.request.prompt + each.produced
      served++
      if (each.request.index >= warmUps) ended.push(measuredOf(each, originS))
      arrivals.ended(load, each.request, nowS)
    }
    running = running.filter(({ produced, request }) => produced < request.output)
    while (kvUsed > server.kvTokens && running.length > 1) {
      const victim = running.pop()
      if (victim === undefined) break
      kvUsed -= victim.request.prompt + victim.produced
      victim.prefilled = 0
      preemptions++
      waiting.unshift(victim)
    }
  }
  return ended.sort((one, other) => one.startS - other.startS)
}

function begun(request: Arriving): Running {
  return { request, prefilled: 0, produced: 0, firstS: 0, lastS: 0, gapsUs: [] }
}

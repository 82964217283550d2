// Simulated benchmark of a server with continuous batching, in virtual time, for tests of comparison verdicts: each step
// processes chunks of tokens, and its duration depends on the batch and on autocorrelated noise.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { arrivalOffsetsS } from '#core/workload/arrivals.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { ComparableRun } from './comparable-figures.ts'

export type SimulatedLoad = Readonly<{
  requestRate: number | 'inf'
  maxConcurrency: number | null
  /** Coefficient of variation of the gaps between requests; 1 is Poisson. */
  burstiness?: number
  /** Standard deviation of the logarithm of output lengths; the median is 60 tokens. */
  outputSpread?: number
}>

export type SimulatedServer = Readonly<{
  /** Speed relative to the plain server. */
  speed?: number
  /** Standard deviation of the logarithm of a step's duration. */
  noise?: number
  /** Correlation time of the noise in seconds. */
  noiseLastsS?: number
}>

type Made = Readonly<{
  load: SimulatedLoad
  server: SimulatedServer
  requests: number
  random: NumpyRandomState
  /** Noise of the server, if another server is sent the same requests; defaults to `random`. */
  serverRandom?: NumpyRandomState
}>

type Case = Readonly<{ load: SimulatedLoad; server: SimulatedServer }>

/** A plain server completes about 34 requests per second. */
export const simulatedCases: Readonly<Record<string, Case>> = {
  'light open loop': { load: { requestRate: 8, maxConcurrency: null }, server: {} },
  'open loop near saturation': { load: { requestRate: 27, maxConcurrency: null }, server: {} },
  'bursty open loop': {
    load: { requestRate: 20, maxConcurrency: null, burstiness: 0.25 },
    server: {},
  },
  'closed loop': { load: { requestRate: 'inf', maxConcurrency: 16 }, server: {} },
  burst: { load: { requestRate: 'inf', maxConcurrency: null }, server: {} },
  'heavy-tailed outputs': {
    load: { requestRate: 'inf', maxConcurrency: 16, outputSpread: 1 },
    server: {},
  },
  'service with a memory': {
    load: { requestRate: 'inf', maxConcurrency: 16 },
    server: { noise: 0.1, noiseLastsS: 1 },
  },
}

const tokensPerChunk = 5
const medianOutput = 60
const mostInBatch = 64
/** Seconds of a step: fixed, per request in it, and per prompt that it reads. */
const stepS = { alone: 0.03, perRequest: 0.001, perPrompt: 0.01 }

type Flight = { index: number; sentS: number; firstS: number; chunks: number; gapsUs: number[] }

export function simulatedRun(made: Made): ComparableRun {
  const { load } = made
  const config = {
    ...defaultBenchmarkConfig,
    requestRate: load.requestRate,
    maxConcurrency: load.maxConcurrency,
    burstiness: load.burstiness ?? 1,
    numPrompts: made.requests,
  }
  return { config, summary: wholeSummary(simulatedRequests(made), config) }
}

function simulatedRequests({
  load,
  server,
  requests,
  random,
  serverRandom = random,
}: Made): MeasuredRequest[] {
  const { requestRate, maxConcurrency, burstiness = 1, outputSpread = 0.3 } = load
  const { speed = 1, noise = 0.05, noiseLastsS = 0.5 } = server
  const rate = requestRate === 'inf' ? Infinity : requestRate
  const dueS = arrivalOffsetsS(requests, { requestRate: rate, burstiness, rampUp: null }, random)
  const lengths = Array.from({ length: requests }, () =>
    Math.max(2, Math.round(medianOutput * Math.exp(outputSpread * random.gaussian()))),
  )
  const ended = new Array<MeasuredRequest>(requests)
  let running: Flight[] = []
  let level = noise * serverRandom.gaussian()
  let nowS = 0
  let sent = 0
  let done = 0
  const sendTimes: number[] = []
  let waiting: Flight[] = []
  let lastEndS = 0
  while (done < requests) {
    while (
      sent < requests &&
      (dueS[sent] ?? 0) <= nowS &&
      sent - done < (maxConcurrency ?? Infinity)
    ) {
      const due = dueS[sent] ?? 0
      // A request held back by the limit is sent when another one ends.
      const sentS =
        maxConcurrency === null ? due : Math.max(due, sent < maxConcurrency ? 0 : lastEndS)
      sendTimes[sent] = sentS
      waiting.push({ index: sent, sentS, firstS: NaN, chunks: 0, gapsUs: [] })
      sent++
    }
    const room = mostInBatch - running.length
    const admitted = waiting.slice(0, Math.max(0, room))
    waiting = waiting.slice(admitted.length)
    running = running.concat(admitted)
    if (running.length === 0) {
      nowS = Math.max(nowS, dueS[sent] ?? nowS)
      continue
    }
    const plainS =
      stepS.alone + stepS.perRequest * running.length + stepS.perPrompt * admitted.length
    const lastsS = (plainS * Math.exp(level - noise ** 2 / 2)) / speed
    const kept = Math.exp(-lastsS / noiseLastsS)
    level = kept * level + Math.sqrt(1 - kept ** 2) * noise * serverRandom.gaussian()
    nowS += lastsS
    const staying: Flight[] = []
    for (const flight of running) {
      if (flight.chunks === 0) flight.firstS = nowS
      else flight.gapsUs.push(lastsS * 1e6)
      flight.chunks++
      const wanted = lengths[flight.index] ?? 2
      if (flight.chunks * tokensPerChunk < wanted) {
        staying.push(flight)
        continue
      }
      done++
      lastEndS = nowS
      ended[flight.index] = measured({
        startS: flight.sentS,
        queueS: flight.sentS - (dueS[flight.index] ?? 0),
        ttftS: flight.firstS - flight.sentS,
        latencyS: nowS - flight.sentS,
        interTokenLatenciesUs: Float64Array.from(flight.gapsUs),
        promptTokens: 100,
        outputTokens: wanted,
      })
    }
    running = staying
  }
  return ended
}

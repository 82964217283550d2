// How long the numbers of a large run take, and how much memory: requests that are made as they are looked at, so that
// what is left in memory is what the summary keeps.
// node bench/summary.ts [requests] [tokens per request]
import { metricDistributions } from '#core/stats/drawing/distribution.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'

const requests = Number(process.argv[2] ?? 1_000_000)
const tokens = Number(process.argv[3] ?? 200)

const requestRate = 2000
/** Gaps around 20 ms, one in a hundred thrice as long. */
const patterns = Array.from({ length: 64 }, (_, pattern) =>
  Uint32Array.from({ length: tokens - 1 }, (_, token) => {
    const noise = (Math.imul(token + 1, 2654435761) ^ Math.imul(pattern + 1, 40503)) >>> 0
    return (noise % 100 === 0 ? 60_000 : 20_000) + (noise % 7919)
  }),
)
const spansS = patterns.map((gapsUs) => gapsUs.reduce((sum, us) => sum + us, 0) / 1e6)

const madeRequests: Iterable<MeasuredRequest> = {
  *[Symbol.iterator]() {
    for (let index = 0; index < requests; index++) {
      const pattern = index % patterns.length
      const ttftS = 0.05 + (index % 997) / 1e4
      yield {
        startS: index / requestRate,
        queueS: (index % 7) / 1e4,
        ttftS,
        firstS: { chunk: 0.1, content: 0.1, reasoning: null, toolCall: null },
        latencyS: ttftS + (spansS[pattern] ?? 0),
        interTokenLatenciesUs: patterns[pattern] ?? new Uint32Array(),
        promptTokens: 512,
        inputs: 1,
        inputAudioS: 0,
        outputTokens: tokens,
        error: null,
      }
    }
  },
}

function timed(what: string, work: () => unknown): void {
  const startMs = performance.now()
  work()
  const seconds = (performance.now() - startMs) / 1000
  const peakMiB = process.resourceUsage().maxRSS / 1024
  console.log(
    `${what.padEnd(40)}${seconds.toFixed(2).padStart(8)} s${peakMiB.toFixed(0).padStart(8)} MiB at most`,
  )
}

const gaps = requests * (tokens - 1)
console.log(`${requests} requests of ${tokens} tokens, ${gaps} gaps, Node ${process.version}`)
timed('nothing yet', () => undefined)
timed('summary', () =>
  summarizeRun(madeRequests, {
    durationS: requests / requestRate + 10,
    percentiles: [50, 90, 99, 99.9],
    goodputLimitsMs: { ttft: 100 },
    client: null,
  }),
)
timed('distributions', () => metricDistributions(madeRequests))

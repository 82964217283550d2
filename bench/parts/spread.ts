// Requests arrive at random, at the rate that keeps about that number of streams open.
import { atMost } from '../report/row.ts'
import { answerS } from '../rig/load.ts'
import { meanTtftErrorMs, p99ItlErrorMs } from './error.ts'
import { partOf, type Case } from './part.ts'

const timing = { ttftMs: 100, itlMs: 20 }
const tokens = 64
const fewestRequests = 150

const allowed = [
  { streams: 64, ttft: atMost(0.3, 0.2) },
  { streams: 256, ttft: atMost(0.3, 0.2) },
  { streams: 512, ttft: atMost(0.5, 0.2) },
  { streams: 1000, ttft: atMost(0.8, 0.2) },
]

export const spread = partOf(
  allowed.map(({ streams, ttft }): Case => {
    const name = `about ${streams} streams, Poisson arrivals`
    const looks = { unit: 'ms', digits: 2 }
    return {
      ...{ timing, load: spreadLoad(streams), latencies: true, besidePeer: true },
      figures: [
        { ...looks, figure: `mean TTFT error, ${name}`, asked: ttft, of: meanTtftErrorMs },
        { ...looks, figure: `p99 ITL error, ${name}`, asked: null, of: p99ItlErrorMs },
      ],
    }
  }),
)

function spreadLoad(streams: number): Case['load'] {
  const ratePerS = streams / answerS({ tokens }, timing)
  const requests = Math.max(fewestRequests, Math.round(1.5 * streams))
  return { requests, tokens, connections: 2 * streams, ratePerS }
}

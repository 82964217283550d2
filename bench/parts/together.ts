// All streams start at the same moment: the hardest one for a client.
import { atMost } from '../report/row.ts'
import { together as startedTogether } from '../rig/load.ts'
import { meanTtftErrorMs, p99ItlErrorMs } from './error.ts'
import { partOf, type Case } from './part.ts'

const timing = { ttftMs: 100, itlMs: 20 }
const tokens = 64

const allowed = [
  { streams: 64, threads: 1, ttft: atMost(2, 1), itl: null },
  { streams: 256, threads: 1, ttft: atMost(3, 1), itl: null },
  { streams: 512, threads: 1, ttft: atMost(5, 2), itl: null },
  { streams: 1000, threads: 1, ttft: atMost(10, 3), itl: atMost(3, 1) },
  { streams: 1000, threads: 2, ttft: null, itl: atMost(1.5, 1) },
]

export const together = partOf(
  allowed.map(({ streams, threads, ttft, itl }): Case => {
    const by = threads === 1 ? '' : `, by ${threads} threads`
    const name = `${streams} streams started together${by}`
    const looks = { unit: 'ms', digits: 2 }
    return {
      ...{ timing, load: { ...startedTogether(streams, tokens), threads }, latencies: true },
      besidePeer: threads === 1,
      figures: [
        { ...looks, figure: `mean TTFT error, ${name}`, asked: ttft, of: meanTtftErrorMs },
        { ...looks, figure: `p99 ITL error, ${name}`, asked: itl, of: p99ItlErrorMs },
      ],
    }
  }),
)

// How promptly requests leave that are due at random times.
import { atMost } from '../report/row.ts'
import { partOf, type Case } from './part.ts'

const seconds = 3

const allowed = [
  { ratePerS: 50, lag: atMost(1, 0.4) },
  { ratePerS: 200, lag: atMost(1, 0.4) },
  { ratePerS: 1000, lag: atMost(2, 0.4) },
  { ratePerS: 2000, lag: atMost(4, 0.4) },
]

export const schedule = partOf(
  allowed.map(({ ratePerS, lag }): Case => {
    const looks = { unit: 'ms', digits: 2 }
    const name = `${ratePerS} requests/s`
    return {
      timing: { ttftMs: 20, itlMs: 5 },
      load: { requests: ratePerS * seconds, tokens: 8, connections: 256, ratePerS },
      latencies: true,
      figures: [
        {
          ...{ ...looks, figure: `p50 schedule lag, ${name}`, asked: null },
          of: ({ sendLag }) => sendLag?.p50 ?? NaN,
        },
        {
          ...{ ...looks, figure: `p99 schedule lag, ${name}`, asked: lag },
          of: ({ sendLag }) => sendLag?.p99 ?? NaN,
        },
      ],
    }
  }),
)

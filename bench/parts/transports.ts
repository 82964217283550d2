// Load over undici beside load over our own reader, both over HTTP/1.1: what a token and a request cost, and how true the
// latencies are.
import type { LoadTransport } from '#core/traits/load-traits.ts'
import { answerS } from '../rig/load.ts'
import { meanTtftErrorMs, p99ItlErrorMs } from './error.ts'
import { cpuSPerMillion, eventsPerS, flatOutLoad } from './flat-out.ts'
import { partOf, type Case } from './part.ts'
import { requestsPerS, tinyLoad } from './tiny.ts'

const streams = 64
const counts = { unit: '', digits: 0, asked: null }
const times = { unit: 'ms', digits: 2, asked: null }

/** The truthful server does not speak HTTP/2. */
export const transports = partOf(
  (['native', 'undici'] as const).flatMap((transport) => [
    tokens(transport),
    requests(transport),
    latencies(transport),
  ]),
)

function tokens(transport: LoadTransport): Case {
  const name = `${streams} streams, 1 event per write, ${transport}`
  const { load, ...rest } = flatOutLoad(streams, 1)
  const seconds = { unit: 's', digits: 2, asked: null }
  return {
    ...{ ...rest, load: { ...load, transport } },
    figures: [
      { ...counts, figure: `events/s, ${name}`, of: eventsPerS },
      { ...seconds, figure: `CPU per 1M tokens, ${name}`, of: cpuSPerMillion },
    ],
  }
}

function requests(transport: LoadTransport): Case {
  const { load, ...rest } = tinyLoad(1, streams)
  const figure = `requests/s of 1 token, ${streams} connections, ${transport}`
  return {
    ...{ ...rest, load: { ...load, transport } },
    figures: [{ ...counts, figure, of: requestsPerS }],
  }
}

function latencies(transport: LoadTransport): Case {
  const timing = { ttftMs: 100, itlMs: 20 }
  const ratePerS = streams / answerS({ tokens: 64 }, timing)
  const load = { requests: 150, tokens: 64, connections: 2 * streams, ratePerS, transport }
  const name = `about ${streams} streams, ${transport}`
  return {
    ...{ timing, load, latencies: true },
    figures: [
      { ...times, figure: `mean TTFT error, ${name}`, of: meanTtftErrorMs },
      { ...times, figure: `p99 ITL error, ${name}`, of: p99ItlErrorMs },
    ],
  }
}

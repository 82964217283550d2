// Requests so short that starting and ending them is all there is.
import { ratioAtLeast } from '../report/row.ts'
import { partOf, type Account, type Case } from './part.ts'

const requests = 30_000

const asked = new Map([
  [1, ratioAtLeast(0.27, 0.4)],
  [8, ratioAtLeast(0.55, 0.8)],
])

export const tiny = partOf([1, 8].flatMap((tokens) => [64, 256].map((n) => tinyCase(tokens, n))))

function tinyCase(tokens: number, connections: number): Case {
  const words = tokens === 1 ? '1 token' : `${tokens} tokens`
  const figure = `requests/s of ${words}, ${connections} connections`
  return {
    ...tinyLoad(tokens, connections),
    besidePeer: true,
    figures: [{ figure, unit: '', digits: 0, asked: asked.get(tokens) ?? null, of: requestsPerS }],
  }
}

export function tinyLoad(tokens: number, connections: number): Omit<Case, 'figures'> {
  return {
    timing: { ttftMs: 0, itlMs: 0, logs: false },
    load: { requests, tokens, connections, ratePerS: null },
    latencies: false,
  }
}

export function requestsPerS({ requests, seconds }: Account): number {
  return requests / seconds
}

// A load as a plan of our generator, and the figures of its records.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { ClientFigures } from './client-figures.ts'
import { spreadOf } from './figures.ts'
import type { Load } from './load.ts'
import { bodyOf } from './request-body.ts'

/** Latencies and counts. Throws if a request failed. */
export function figuresOf(
  records: readonly RequestRecord[],
  { ratePerS }: Load,
): Omit<ClientFigures, 'seconds' | 'cpuSeconds' | 'peakMemoryKb'> {
  const failed = records.find(({ error }) => error !== null)
  if (failed !== undefined) throw new Error(failed.error?.message ?? '')
  const perRequest = (us: (record: RequestRecord) => number) =>
    spreadOf(records.map((record) => us(record) / 1e3))
  const gaps = records.flatMap(({ interTokenLatenciesUs }) =>
    Array.from(interTokenLatenciesUs, (us) => us / 1e3),
  )
  return {
    requests: records.length,
    events: gaps.length + records.length,
    ttft: perRequest(({ firstTokenAtUs, sentAtUs }) => (firstTokenAtUs ?? NaN) - sentAtUs),
    itl: spreadOf(gaps),
    e2el: perRequest(({ endedAtUs, sentAtUs }) => endedAtUs - sentAtUs),
    ...(ratePerS === null
      ? {}
      : { sendLag: perRequest(({ sentAtUs, scheduledAtUs }) => sentAtUs - scheduledAtUs) }),
  }
}

export function planOf(url: string, load: Load): LoadPlan {
  const { requests, connections, ratePerS, threads = 1, transport = 'native' } = load
  const bodies = new Array<Uint8Array>(requests).fill(bodyOf(load))
  return {
    ...{ runId: 'bench', url, method: 'POST', insecure: false, protocol: 'completions' },
    bodies: writtenBodies(bodies),
    headers: { 'Content-Type': 'application/json' },
    requestIds: bodies.map((_, i) => `ours-${i}`),
    promptTokens: bodies.map(() => 2),
    inputs: [],
    inputAudioS: [],
    offsetsS: arrivals(requests, ratePerS),
    maxConcurrency: ratePerS === null ? connections : null,
    ...{ threads, transport },
    ...{ warmups: [], keepText: false, requestTimeoutS: 60 },
  }
}

function arrivals(count: number, ratePerS: number | null): Float64Array {
  let atS = 0
  const gapS = () => (ratePerS === null ? 0 : -Math.log(1 - Math.random()) / ratePerS)
  return Float64Array.from({ length: count }, () => (atS += gapS()))
}

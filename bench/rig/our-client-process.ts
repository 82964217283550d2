// The process of our client: takes one order, puts the load on the server, reports the figures.
import { once } from 'node:events'
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/model/run/request-record.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { createScaledLoadRunner } from '#node/load/threads/scaled-load-runner.ts'
import type { ClientFigures } from './client-figures.ts'
import { spreadOf } from './figures.ts'
import type { Load } from './load.ts'
import type { OurAnswer, OurOrder } from './our-client.ts'
import { bodyOf } from './request-body.ts'

const run = createScaledLoadRunner(new URL('../../src/utility/load-thread.ts', import.meta.url))

const [order] = (await once(process, 'message')) as [OurOrder]
tell(await measure(order).catch((error: unknown) => ({ failure: String(error) })))

function tell(answer: OurAnswer): void {
  process.send?.(answer)
}

async function measure({ url, load }: OurOrder): Promise<OurAnswer> {
  const records: RequestRecord[] = []
  let before = process.cpuUsage()
  const { durationUs } = await run(
    planOf(url, load),
    {
      onPhase: (phase) => {
        if (phase === 'running') before = process.cpuUsage()
      },
      onProgress: () => undefined,
      onRecords: (batch) => records.push(...batch),
    },
    new AbortController().signal,
  )
  const { user, system } = process.cpuUsage(before)
  const { maxRSS } = process.resourceUsage()
  const failed = records.find(({ error }) => error !== null)
  if (failed !== undefined) return { failure: failed.error?.message ?? '' }
  const costs = {
    seconds: durationUs / 1e6,
    cpuSeconds: (user + system) / 1e6,
    peakMemoryKb: maxRSS,
  }
  return { figures: { ...costs, ...figuresOf(records, load) } }
}

function figuresOf(
  records: readonly RequestRecord[],
  { ratePerS }: Load,
): Omit<ClientFigures, 'seconds' | 'cpuSeconds' | 'peakMemoryKb'> {
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

function planOf(url: string, load: Load): LoadPlan {
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

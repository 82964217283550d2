// Compares what our client reports with what the server knows it did: TTFT and E2EL, mean and p99.
// KNEEPOINT_RIG=<folder with mockserve> node bench/fidelity.ts [streams] [requests]
import type { RequestRecord } from '#core/model/request-record.ts'
import { fileURLToPath } from 'node:url'
import { formatTable, mean, quantile } from './rig/figures.ts'
import { runOurClient, type OurLoad } from './rig/our-client.ts'
import { findRig, pinToOwnCore, startTruthfulServer } from './rig/rig.ts'

export type Comparison = Readonly<{ reportedMs: number[]; trueMs: number[] }>

export type Fidelity = Readonly<{
  ttft: Comparison
  e2el: Comparison
  /** Gaps between events, over all requests. */
  itlMs: number[]
  /** From the server's write of a first token to our stamp: what of the error is ours. */
  readLagMs: number[]
}>

export async function measureFidelity(rig: string, load: OurLoad): Promise<Fidelity> {
  const server = await startTruthfulServer(rig, { ttftMs: 100, itlMs: 20 })
  const { records, outcome } = await runOurClient(server.url, load)
  const truths = await server.stop()
  const pairs = records.flatMap((record) => {
    const truth = truths.get(record.requestId ?? '')
    return truth === undefined ? [] : [{ record, truth }]
  })
  const startNs = outcome.startedAtMonotonicS * 1e9
  return {
    ttft: {
      reportedMs: records.map((record) => (firstTokenUs(record) - record.sentAtUs) / 1e3),
      trueMs: pairs.map(({ truth }) => (truth.first - truth.recv) / 1e6),
    },
    e2el: {
      reportedMs: records.map(({ endedAtUs, sentAtUs }) => (endedAtUs - sentAtUs) / 1e3),
      trueMs: pairs.map(({ truth }) => (truth.last - truth.recv) / 1e6),
    },
    itlMs: records.flatMap(({ interTokenLatenciesUs }) =>
      Array.from(interTokenLatenciesUs, (gapUs) => gapUs / 1e3),
    ),
    readLagMs: pairs.map(
      ({ record, truth }) => firstTokenUs(record) / 1e3 - (truth.first - startNs) / 1e6,
    ),
  }
}

function firstTokenUs({ firstTokenAtUs }: RequestRecord): number {
  return firstTokenAtUs ?? NaN
}

async function main(rig: string): Promise<void> {
  const streams = Number(process.argv[2] ?? 64)
  const requests = Number(process.argv[3] ?? 200)
  const tokens = 64
  pinToOwnCore()
  const loads: readonly (readonly [string, OurLoad])[] = [
    [`all at once, ${streams} at a time`, { requests, tokens, concurrency: streams }],
    // A request takes 100 + 63 × 20 ms, so this rate keeps about so many streams open.
    [`spread, about ${streams} at a time`, { requests, tokens, ratePerS: streams / 1.36 }],
  ]
  const rows = [['arrivals', 'figure', 'reported ms', 'true ms', 'error ms']]
  for (const [name, load] of loads) {
    const { ttft, e2el, readLagMs } = await measureFidelity(rig, load)
    rows.push(
      line(name, 'mean TTFT', ttft, mean),
      line(name, 'p99 TTFT', ttft, (values) => quantile(values, 0.99)),
      line(name, 'mean E2EL', e2el, mean),
      line(name, 'p99 E2EL', e2el, (values) => quantile(values, 0.99)),
      [name, 'mean read lag', '', '', mean(readLagMs).toFixed(3)],
      [name, 'p99 read lag', '', '', quantile(readLagMs, 0.99).toFixed(3)],
    )
  }
  console.log(formatTable(rows))
}

type Statistic = (values: readonly number[]) => number

function line(
  name: string,
  figure: string,
  { reportedMs, trueMs }: Comparison,
  statistic: Statistic,
): string[] {
  const [reported, truth] = [statistic(reportedMs), statistic(trueMs)]
  return [name, figure, ...[reported, truth, reported - truth].map((ms) => ms.toFixed(3))]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rig = findRig()
  if (rig === null) console.log('Set KNEEPOINT_RIG to the folder with the binary mockserve.')
  else await main(rig)
}

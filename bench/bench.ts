// One table of what our client costs and how true it is, beside the limit client's in the same run.
// KNEEPOINT_RIG=<folder with mockserve and drain> npm run bench
import { cpus } from 'node:os'
import { measureFidelity } from './fidelity.ts'
import { mean, median, quantile } from './rig/figures.ts'
import { runOurClient } from './rig/our-client.ts'
import { findRig, pinToOwnCore, runLimitClient, startTruthfulServer } from './rig/rig.ts'
import { startSimulatedServer } from './rig/simulated.ts'

/** Each figure is the median of so many runs. */
const repeats = 3

const simulated = { preset: 'quick', model: 'Qwen/Qwen2.5-1.5B-Instruct' }

type Row = readonly [figure: string, ours: string, limit: string, ratio: string]

async function repeat<T>(measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < repeats; i++) results.push(await measure())
  return results
}

function rowOf(figure: string, [ours, limit]: readonly [number, number], digits: number): Row {
  return [figure, ours.toFixed(digits), limit.toFixed(digits), (ours / limit).toFixed(2)]
}

/** As fast as the server can write. */
async function flatOut(rig: string, streams: number, coalesce: number): Promise<Row[]> {
  const tokens = 2000 * coalesce
  const load = { requests: streams, tokens, concurrency: streams }
  const runs = await repeat(async () => {
    const server = await startTruthfulServer(rig, { ttftMs: 0, itlMs: 0, coalesce })
    const ours = await runOurClient(server.url, load)
    const limit = await runLimitClient(rig, server.port, load)
    await server.stop()
    const millionTokens = (streams * tokens) / 1e6
    return {
      rate: [(millionTokens * 1e12) / ours.outcome.durationUs, limit.events_per_s] as const,
      cpu: [ours.cpuS / millionTokens, cpuS(limit) / millionTokens] as const,
    }
  })
  const name = `${streams} streams, ${coalesce} event${coalesce === 1 ? '' : 's'} per write`
  return [
    rowOf(`events/s, ${name}`, mediansOf(runs.map(({ rate }) => rate)), 0),
    rowOf(`CPU s per 1M tokens, ${name}`, mediansOf(runs.map(({ cpu }) => cpu)), 2),
  ]
}

async function tinyRequests(rig: string, concurrency: number): Promise<Row> {
  const load = { requests: 4000, tokens: 1, concurrency }
  const runs = await repeat(async () => {
    const server = await startTruthfulServer(rig, { ttftMs: 0, itlMs: 0 })
    const ours = await runOurClient(server.url, load)
    const limit = await runLimitClient(rig, server.port, load)
    await server.stop()
    return [(load.requests * 1e6) / ours.outcome.durationUs, limit.req_per_s] as const
  })
  return rowOf(`requests/s of 1 token, ${concurrency} connections`, mediansOf(runs), 0)
}

/** All streams start together: the hardest moment for a client. */
async function errors(rig: string, streams: number): Promise<Row[]> {
  const load = { requests: streams, tokens: 64, concurrency: streams }
  const runs = await repeat(async () => {
    const ours = await measureFidelity(rig, load)
    const server = await startTruthfulServer(rig, { ttftMs: 100, itlMs: 20 })
    const limit = await runLimitClient(rig, server.port, { ...load, latencies: true })
    await server.stop()
    return {
      ttft: [mean(ours.ttft.reportedMs) - 100, (limit.mean_ttft_ms ?? NaN) - 100] as const,
      itl: [quantile(ours.itlMs, 0.99) - 20, (limit.p99_itl_ms ?? NaN) - 20] as const,
      readLag: quantile(ours.readLagMs, 0.99),
    }
  })
  const name = `${streams} streams`
  return [
    rowOf(`mean TTFT error ms, ${name}`, mediansOf(runs.map(({ ttft }) => ttft)), 2),
    rowOf(`p99 ITL error ms, ${name}`, mediansOf(runs.map(({ itl }) => itl)), 2),
    [`p99 read lag ms, ${name}`, median(runs.map(({ readLag }) => readLag)).toFixed(2), '', ''],
  ]
}

async function sendLag(url: string, ratePerS: number, model = 'mock'): Promise<Row> {
  const load = { requests: ratePerS * 2, tokens: 8, ratePerS, model }
  const runs = await repeat(() => runOurClient(url, load))
  const lagMs = median(runs.map(({ outcome }) => outcome.client.sendLagP99Us / 1e3))
  return [`p99 send lag ms, ${ratePerS} requests/s`, lagMs.toFixed(2), '', '']
}

function cpuS({ cpu_user_s, cpu_sys_s }: { cpu_user_s: number; cpu_sys_s: number }): number {
  return cpu_user_s + cpu_sys_s
}

function mediansOf(pairs: readonly (readonly [number, number])[]): [number, number] {
  return [median(pairs.map(([ours]) => ours)), median(pairs.map(([, limit]) => limit))]
}

async function* benchWithRig(rig: string): AsyncGenerator<Row> {
  yield* await flatOut(rig, 64, 1)
  yield* await flatOut(rig, 64, 16)
  yield await tinyRequests(rig, 64)
  for (const streams of [64, 256, 512]) yield* await errors(rig, streams)
  const server = await startTruthfulServer(rig, { ttftMs: 20, itlMs: 5 })
  for (const ratePerS of [50, 200, 1000]) yield await sendLag(server.url, ratePerS)
  await server.stop()
}

/** Without the truth there are no errors to tell, only how promptly requests leave. */
async function* benchWithSimulator(): AsyncGenerator<Row> {
  const server = await startSimulatedServer(simulated.preset)
  for (const ratePerS of [50, 200]) yield await sendLag(server.url, ratePerS, simulated.model)
  server.stop()
}

function print([figure, ...cells]: Row): void {
  console.log(figure.padEnd(56) + cells.map((cell) => cell.padStart(13)).join(''))
}

const rig = findRig()
const pinned = pinToOwnCore()
console.log(
  [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    pinned ? 'client on core 1, server on core 0' : 'not pinned to cores',
    rig === null ? 'the simulator stands in: KNEEPOINT_RIG names no rig' : 'against the rig',
    `medians of ${repeats}`,
  ].join(' · '),
)
print(['', 'kneepoint', 'limit client', 'ratio'])
for await (const row of rig === null ? benchWithSimulator() : benchWithRig(rig)) print(row)

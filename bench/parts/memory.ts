// What a run of two million tokens takes at most, from the first request to the report.
import { atMost, type Row } from '../report/row.ts'
import { benchServe, runCommandLine } from '../rig/command-line.ts'
import type { Bench } from './part.ts'

const load = { requests: 10_000, tokens: 200, connections: 256, ratePerS: null }

export async function* memory({ rig }: Bench): AsyncGenerator<Row, void> {
  const server = await rig.startServer({ ttftMs: 0, itlMs: 0, logs: false })
  const ours = await runCommandLine(benchServe(server.port, load))
  const limit = (await rig.runLimitClient?.(server.port, load, { latencies: false })) ?? null
  await server.stop()
  yield {
    figure: `peak memory, ${load.requests} requests × ${load.tokens} tokens`,
    ...{ unit: 'MB', digits: 0, asked: atMost(150, 100) },
    ours: ours.peakMemoryKb / 1024,
    limit: limit === null ? null : limit.peakMemoryKb / 1024,
  }
}

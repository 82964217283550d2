// How soon the command line answers, and how soon its first request arrives at the server.
import { atMost, type Row } from '../report/row.ts'
import { benchServe, runCommandLine } from '../rig/command-line.ts'
import { median } from '../rig/figures.ts'
import type { Bench } from './part.ts'

const starts = 15

export async function* startUp(bench: Bench): AsyncGenerator<Row, void> {
  const looks = { unit: 'ms', digits: 0, limit: null }
  // The first start after a change of the sources builds, and caches what it compiled.
  await runCommandLine(['--help'])
  const helpMs = await often(async () => 1000 * (await runCommandLine(['--help'])).seconds)
  yield { ...looks, figure: 'kneepoint --help', ours: helpMs, asked: atMost(80, 50) }
  const firstMs = (requests: number) => often(() => firstRequestMs(bench, requests))
  const fewMs = await firstMs(8)
  yield { ...looks, figure: 'start to first request of 8', ours: fewMs, asked: atMost(150, 120) }
  for (const requests of [100, 1000]) {
    const ours = await firstMs(requests)
    yield { ...looks, figure: `start to first request of ${requests}`, ours, asked: null }
  }
}

/** The more requests, the more is rehearsed and the more connections are opened first: all leave at once. */
async function firstRequestMs({ rig }: Bench, requests: number): Promise<number> {
  const server = await rig.startServer({ ttftMs: 0, itlMs: 0 })
  const { startedAtNs } = await runCommandLine(benchServe(server.port, { requests, tokens: 8 }))
  const truths = await server.stop()
  // What the server is asked before has no id: the first request is the first of the load.
  const received = truths.filter(({ id }) => id !== '').map((truth) => truth.received)
  return (Math.min(...received) - startedAtNs) / 1e6
}

async function often(measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  while (values.length < starts) values.push(await measure())
  return median(values)
}

// What no client in Node can go below: a program that sends the same requests and only counts the bytes of the answers,
// beside our client and the limit client, in turns. Takes the loads at which our client is held to be fast.
//   node bench/floor.ts [--repeats N]
import { parseArgs } from 'node:util'
import { flatOutLoad } from './parts/flat-out.ts'
import { tinyLoad } from './parts/tiny.ts'
import type { Case } from './parts/part.ts'
import type { ClientFigures } from './rig/client-figures.ts'
import type { Load } from './rig/load.ts'
import { median } from './rig/figures.ts'
import { buildNativeRig } from './rig/native.ts'
import { runFloorClient, runOurClient } from './rig/our-client.ts'

type LoadCase = Pick<Case, 'timing' | 'load'>
type Perform = (port: number, load: Load) => Promise<ClientFigures>

const { values } = parseArgs({ options: { repeats: { type: 'string', default: '3' } } })
const rig = await buildNativeRig()
if (rig === null || rig.runLimitClient === null) throw new Error('There is no limit client here.')
const { startServer, runLimitClient } = rig
const performers: readonly Perform[] = [
  (port, load) => runLimitClient(port, load, { latencies: false }),
  runFloorClient,
  runOurClient,
]

const cases: readonly (readonly [string, LoadCase])[] = [
  ['events of 64 streams, 16 per write', flatOutLoad(64, 16)],
  ['requests of 1 token, 64 connections', tinyLoad(1, 64)],
  ['requests of 1 token, 256 connections', tinyLoad(1, 256)],
  ['requests of 8 tokens, 256 connections', tinyLoad(8, 256)],
]

const columns = ['limit', 'floor', 'ours', 'floor/limit', 'ours/limit', 'ours/floor']
console.log(lineOf('', columns))
for (const [name, each] of cases) {
  const { requests, connections } = each.load
  const units = (run: ClientFigures) => (requests === connections ? run.events : run.requests)
  const runs = await runsOf(each)
  const rates = runs.map((all) => median(all.map((run) => units(run) / run.seconds)))
  const costsUs = runs.map((all) => median(all.map((run) => (run.cpuSeconds * 1e6) / units(run))))
  console.log(lineOf(`${name}, per second`, figuresOf(rates, 0)))
  console.log(lineOf('  processor time of each, µs', figuresOf(costsUs, 2)))
}

/** Of the limit client, the floor and ours, in turns. */
async function runsOf({ timing, load }: LoadCase): Promise<readonly (readonly ClientFigures[])[]> {
  const rounds: ClientFigures[][] = []
  while (rounds.length < Number(values.repeats)) {
    const round: ClientFigures[] = []
    for (const perform of performers) {
      const server = await startServer(timing)
      round.push(await perform(server.port, load))
      await server.stop()
    }
    rounds.push(round)
  }
  return performers.map((_, index) => rounds.flatMap((round) => round.slice(index, index + 1)))
}

function figuresOf(figures: readonly number[], digits: number): readonly string[] {
  const [limit = NaN, floor = NaN, ours = NaN] = figures
  const ratios = [floor / limit, ours / limit, ours / floor]
  return [...figures.map((each) => each.toFixed(digits)), ...ratios.map((each) => each.toFixed(2))]
}

function lineOf(name: string, cells: readonly string[]): string {
  return name.padEnd(52) + cells.map((cell) => cell.padStart(12)).join('')
}

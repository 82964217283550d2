// A part of the benchmark: loads that each client puts on a server in turn, and the rows that result.
import type { ServerTiming } from '#core/model/run/calibration.ts'
import { medianRow, type Compared, type Row } from '../report/row.ts'
import type { ClientFigures } from '../rig/client-figures.ts'
import type { Load } from '../rig/load.ts'
import { runOurClient } from '../rig/our-client.ts'
import { runPeerClient } from '../rig/peer-client.ts'
import type { Rig } from '../rig/rig.ts'
import { trueFigures, type TrueFigures } from '../rig/truth-figures.ts'
import type { VllmRs } from '../rig/vllm-rs.ts'

export type Bench = Readonly<{ rig: Rig; repeats: number; peer: VllmRs | null }>

export type Part = (bench: Bench) => AsyncGenerator<Row, void>

/** One client's account of a load and, where the server kept a log, the server's. */
export type Account = ClientFigures & Readonly<{ truth: TrueFigures | null }>

/** Of the same load; null where there is no such client. */
export type Accounts = Readonly<{ ours: Account; limit: Account | null; peer: Account | null }>

export type Case = Readonly<{
  timing: ServerTiming
  load: Load
  /** Whether the limit client takes times, which costs it a little. */
  latencies: boolean
  /** Whether the Rust client takes part. */
  besidePeer?: boolean
  figures: readonly FigureOf[]
}>

export type FigureOf = Omit<Row, 'ours' | 'limit' | 'peer'> &
  Readonly<{ of: (account: Account) => number }>

export function partOf(cases: readonly Case[]): Part {
  return async function* (bench) {
    for (const each of cases) {
      const runs = await measureBoth(bench, each)
      for (const { of, ...row } of each.figures) {
        yield medianRow(row, figureOfRuns(runs, of))
      }
    }
  }
}

export function figureOfRuns(
  runs: readonly Accounts[],
  of: (account: Account) => number,
): Compared[] {
  return runs.map(({ ours, limit, peer }) => ({
    ours: of(ours),
    limit: limit === null ? null : of(limit),
    peer: peer === null ? null : of(peer),
  }))
}

/** Each client against a fresh server, as often as asked. */
export async function measureBoth(
  { rig, repeats, peer }: Bench,
  { timing, load, latencies, besidePeer = false }: Omit<Case, 'figures'>,
): Promise<Accounts[]> {
  const { runLimitClient, meter } = rig
  const tools = besidePeer && peer !== null && meter !== null ? { peer, meter } : null
  const runs: Accounts[] = []
  while (runs.length < repeats) {
    const ours = await account(rig, timing, (port) => runOurClient(port, load))
    const limit =
      runLimitClient === null
        ? null
        : await account(rig, timing, (port) => runLimitClient(port, load, { latencies }))
    const peers =
      tools === null ? null : await account(rig, timing, (port) => runPeerClient(tools, port, load))
    runs.push({ ours, limit, peer: peers })
  }
  return runs
}

async function account(
  { startServer }: Rig,
  timing: ServerTiming,
  run: (port: number) => Promise<ClientFigures>,
): Promise<Account> {
  const server = await startServer(timing)
  const figures = await run(server.port)
  const truths = await server.stop()
  return { ...figures, truth: truths.length === 0 ? null : trueFigures(truths) }
}

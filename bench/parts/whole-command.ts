// What the whole command costs, from its start to its exit, beside vLLM's client in Rust with the same arguments.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandLine } from '#node/calibration/native-server.ts'
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'
import { medianRow, peerAtMost, type Row } from '../report/row.ts'
import { benchServe, ourCommand, runCommandLine, type CommandLoad } from '../rig/command-line.ts'
import { runMetered, type Metered, type Window } from '../rig/metered.ts'
import type { Bench } from './part.ts'

type CommandCost = Metered & Readonly<{ afterLastAnswerS: number }>

type CommandFigure = Omit<Row, 'ours' | 'limit' | 'peer' | 'asked'> &
  Readonly<{ of: (cost: CommandCost) => number }>

type CommandCase = Readonly<{
  timing: ServerTiming
  load: CommandLoad
  savesDetailed?: boolean
  window?: Window
  figures: readonly CommandFigure[]
}>

const flatOut: ServerTiming = { ttftMs: 0, itlMs: 0, logs: false }
const asked = peerAtMost(2, 1)

const seconds = { unit: 's', digits: 2 }
const cpuSeconds = ({ cpuSeconds: used }: CommandCost) => used

/** Long enough after the start and before the end to hold neither. */
const pacingWindow: Window = { fromMs: 1500, toMs: 5500 }
const pacingS = 7

const cases: readonly CommandCase[] = [
  {
    ...{ timing: flatOut, load: { requests: 16, tokens: 8 } },
    figures: [
      {
        ...{ ...seconds, figure: '16 requests of 8 tokens, wall' },
        of: ({ startedAtNs, endedAtNs }) => (endedAtNs - startedAtNs) / 1e9,
      },
      { ...seconds, figure: '16 requests of 8 tokens, CPU', of: cpuSeconds },
    ],
  },
  {
    ...{ timing: flatOut, load: { requests: 4000, tokens: 8, connections: 64 } },
    figures: [{ ...seconds, figure: '4,000 requests of 8 tokens, CPU', of: cpuSeconds }],
  },
  ...[200, 1000].map((ratePerS): CommandCase => ({
    timing: { ttftMs: 20, itlMs: 5, logs: false },
    load: { requests: ratePerS * pacingS, tokens: 8, ratePerS },
    window: pacingWindow,
    figures: [
      {
        ...{ figure: `CPU while pacing ${ratePerS} requests/s`, unit: '%', digits: 1 },
        of: ({ cpuShare = NaN }) => 100 * cpuShare,
      },
    ],
  })),
  {
    timing: { ...flatOut, logs: true },
    load: { requests: 10_000, tokens: 200, connections: 256 },
    savesDetailed: true,
    figures: [
      {
        ...{ ...seconds, figure: '10,000 × 200 tokens, saved in detail, after the last response' },
        of: ({ afterLastAnswerS }) => afterLastAnswerS,
      },
      {
        figure: '10,000 × 200 tokens, saved in detail, peak memory',
        ...{ unit: 'MB', digits: 0 },
        of: ({ peakMemoryKb }) => peakMemoryKb / 1024,
      },
    ],
  },
  ...[64, 256, 1000].map((connections): CommandCase => ({
    timing: flatOut,
    load: { requests: 2000, tokens: 500, connections },
    savesDetailed: true,
    figures: [
      {
        ...{ ...seconds, figure: `CPU per 1M tokens, ${connections} streams, saved in detail` },
        of: cpuSeconds,
      },
    ],
  })),
]

export async function* wholeCommand(bench: Bench): AsyncGenerator<Row, void> {
  if (bench.rig.meter === null) return
  // The first start after a change of the sources builds, and caches what it compiled.
  await runCommandLine(['--help'])
  for (const each of cases) {
    const runs: Readonly<{ ours: CommandCost; peer: CommandCost | null }>[] = []
    while (runs.length < bench.repeats) {
      const ours = await costOf(bench, each, ourCommand)
      const { peer } = bench
      const peers = peer === null ? null : await costOf(bench, each, (args) => [peer.program, args])
      runs.push({ ours, peer: peers })
    }
    for (const { of, ...row } of each.figures) {
      const compared = runs.map(({ ours, peer }) => ({
        ...{ ours: of(ours), limit: null },
        peer: peer === null ? null : of(peer),
      }))
      yield medianRow({ ...row, figure: `whole command: ${row.figure}`, asked }, compared)
    }
  }
}

async function costOf(
  { rig }: Bench,
  { timing, load, savesDetailed = false, window }: CommandCase,
  commandOf: (args: readonly string[]) => CommandLine,
): Promise<CommandCost> {
  if (rig.meter === null) throw new Error('There is no program to measure with.')
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-whole-'))
  const saving = ['--save-result', '--save-detailed', '--result-dir', folder]
  const server = await rig.startServer(timing)
  const args = [...benchServe(server.port, load), ...(savesDetailed ? saving : [])]
  const cost = await runMetered(rig.meter, commandOf(args), window)
  const truths = await server.stop()
  rmSync(folder, { recursive: true })
  return { ...cost, afterLastAnswerS: (cost.endedAtNs - lastAnswerNs(truths)) / 1e9 }
}

/** NaN where the server kept no log. */
function lastAnswerNs(truths: readonly Truth[]): number {
  const ends = truths.map(({ first, gaps }) => gaps.reduce((at, gap) => at + gap, first))
  return ends.reduce((last, end) => Math.max(last, end), ends.length === 0 ? NaN : 0)
}

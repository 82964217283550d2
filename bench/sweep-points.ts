// Time between the points of a sweep: from the last event of one to the first request of the next, by the clock of the
// server, without warm-up, rest and reset of caches. The command line conducts the sweep as the window does. Linux only.
//   node bench/sweep-points.ts                          the usual rows
//   node bench/sweep-points.ts 1024x500 --tokenizer FILE   tokens × prompts of each point
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Truth } from '#core/model/run/calibration.ts'
import { ourCommand, runCommandLine } from './rig/command-line.ts'
import { median } from './rig/figures.ts'
import { runMetered } from './rig/metered.ts'
import { buildNativeRig } from './rig/native.ts'
import { wordTokenizer } from './rig/word-tokenizer.ts'

const usualRows = ['256x200', '1024x2000', '16384x200']
const points = 6
/** Seconds of each point. */
const pointS = 1

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tokenizer: { type: 'string' } },
})

const folder = mkdtempSync(join(tmpdir(), 'kneepoint-sweep-points-'))
try {
  await measure(positionals.length === 0 ? usualRows : positionals)
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(rows: readonly string[]): Promise<void> {
  const { startServer, meter = null } = (await buildNativeRig()) ?? {}
  if (startServer === undefined || meter === null) throw new Error('A C compiler is needed.')
  process.env['KNEEPOINT_DATA'] = join(folder, 'data')
  const tokenizer = values.tokenizer ?? wordTokenizer(folder)
  // The first start after a change of the sources builds, and caches what it compiled.
  await runCommandLine(['--help'])
  console.log(
    `| tokens × prompts | until the next point starts | longest | CPU of a point | load |`,
  )
  console.log('| --- | ---: | ---: | ---: | ---: |')
  for (const row of rows) {
    const [tokens = 0, prompts = 0] = row.split('x').map(Number)
    const server = await startServer({ ttftMs: 0, itlMs: 0, logs: true })
    const file = join(folder, 'sweep.json')
    writeFileSync(file, JSON.stringify(sweepOf({ tokens, prompts, tokenizer })))
    const args = ['bench', 'sweep', file, '--base-url', `http://127.0.0.1:${server.port}`]
    const { cpuSeconds } = await runMetered(meter, ourCommand(args))
    const gaps = gapsS(await server.stop())
    if (gaps.length !== points - 1) throw new Error(`${gaps.length + 1} points were measured.`)
    const times = [median(gaps), Math.max(...gaps), cpuSeconds / points]
    const cells = times.map((seconds) => `${seconds.toFixed(2)} s`)
    console.log(`| ${[row, ...cells, (loadavg()[0] ?? 0).toFixed(1)].join(' | ')} |`)
  }
}

type Row = Readonly<{ tokens: number; prompts: number; tokenizer: string }>

function sweepOf({ tokens, prompts, tokenizer }: Row) {
  return {
    benchmark: {
      ...{ model: 'mock', tokenizer, 'ready-check-timeout-sec': 0 },
      ...{ 'dataset-name': 'random', 'random-input-len': tokens, 'random-output-len': 1 },
    },
    load: { 'request-rate': [prompts / pointS], 'seconds-per-point': pointS },
    repeats: points,
    'warm-up': 0,
    'cool-down': 0,
    'reset-caches': false,
  }
}

/** Ids of a point's requests share all except the number at their end. */
function gapsS(truths: readonly Truth[]): readonly number[] {
  const spans = new Map<string, { from: number; to: number }>()
  for (const { id, received, first, gaps } of truths) {
    const point = id.replace(/\d+$/, '')
    const { from, to } = spans.get(point) ?? { from: Infinity, to: 0 }
    const ended = gaps.reduce((time, gap) => time + gap, first)
    spans.set(point, { from: Math.min(from, received), to: Math.max(to, ended) })
  }
  const inOrder = [...spans.values()].sort((one, other) => one.from - other.from)
  return inOrder.slice(1).map(({ from }, index) => (from - (inOrder[index]?.to ?? 0)) / 1e9)
}

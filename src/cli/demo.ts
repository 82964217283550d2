// `kneepoint demo`: sweeps the built-in simulator over five request rates, shows the knee, and writes every file
// a sweep can give. Needs no GPU, no model and no network.
import { z } from 'zod'
import { benchmarkFieldsSchema, type BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { LightPace } from '#core/model/certainty.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { consoleReport } from '#core/report/console-report.ts'
import type { MeasuredRunWithRecords } from '#core/report/measured-run.ts'
import { sweepTable } from '#core/report/sweep-table.ts'
import { lightPaceOf } from '#core/sweep/light-pace.ts'
import { judgeSweep } from '#core/sweep/judge-sweep.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { measure } from './bench/measure.ts'
import { requireWritableFolder } from './bench/output-file.ts'
import type { Terminal } from './command.ts'
import { startDemoServer } from './demo/demo-server.ts'
import { writeSweepFiles } from './demo/sweep-files.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'

/** The simulator's `quick` preset answers about 20 of these requests a second: two rates lie beyond that. */
const requestRates = [4, 8, 16, 24, 32]
const secondsPerPoint = 5
const workload = {
  backend: 'vllm',
  model: 'sim',
  datasetName: 'random',
  promptTokenIds: true,
  randomInputLen: 256,
  randomOutputLen: 64,
  percentileMetrics: ['ttft', 'tpot', 'itl', 'e2el'],
} as const

export const demo = flagCommand({
  name: 'kneepoint demo',
  about:
    'Starts the simulator, measures it at five request rates, and shows where its knee lies. Takes under a minute.',
  schema: z.object({ outputDir: z.string().min(1).default('kneepoint-demo') }),
  flags: [
    {
      field: 'outputDir',
      kind: 'text',
      metavar: 'DIR',
      summary: 'Folder for the files it writes; made if it is not there.',
    },
  ],
  async run({ outputDir }, terminal) {
    await requireWritableFolder(outputDir)
    terminal.print('Starting a simulated server with one L4 GPU …')
    const server = await startDemoServer()
    const runs: MeasuredRunWithRecords[] = []
    try {
      for (const config of pointConfigs(server.baseUrl)) {
        if (terminal.interrupted.aborted) break
        const lightPace = runs[0] === undefined ? null : lightPaceOf(runs[0].summary)
        runs.push(await measurePoint(config, lightPace, terminal))
      }
    } finally {
      await server.stop()
    }
    conclude(runs, terminal)
    const files = await writeSweepFiles(runs, outputDir)
    terminal.print(`\nWritten to ${outputDir}:\n${files.map((file) => `  ${file}`).join('\n')}`)
    return terminal.interrupted.aborted ? exitCodes.interrupted : exitCodes.done
  },
})

/** Each point has a seed of its own, else the server's prefix cache would know the prompts of the one before. */
function pointConfigs(baseUrl: string): readonly BenchmarkConfig[] {
  const config = benchmarkFieldsSchema.parse({ ...workload, baseUrl })
  const plan = sweepPlanSchema.parse({
    name: 'demo',
    config,
    requestRates,
    maxConcurrencies: [null],
    secondsPerPoint,
  })
  return sweepPoints(plan).map((point) => ({ ...pointConfig(plan, point), seed: point.index }))
}

async function measurePoint(
  config: BenchmarkConfig,
  lightPace: LightPace | null,
  terminal: Terminal,
): Promise<MeasuredRunWithRecords> {
  terminal.print(`${config.requestRate} requests/s, ${config.numPrompts} requests …`)
  const options = { showProgress: true, say: () => undefined, store: null, lightPace }
  const result = await measure(config, terminal, options)
  const { requestThroughput, outputThroughput, metrics } = result.summary
  terminal.print(
    `  ${requestThroughput.toFixed(2)} requests/s and ${outputThroughput.toFixed(0)} output tokens/s achieved, ` +
      `mean TTFT ${metrics.ttft.mean.toFixed(0)} ms, mean TPOT ${metrics.tpot.mean.toFixed(1)} ms`,
  )
  return { ...result, ...result.outcome }
}

function conclude(runs: readonly MeasuredRunWithRecords[], { print }: Terminal): void {
  const { knee } = judgeSweep(runs)
  const run = (knee === null ? undefined : runs[knee]) ?? runs.at(-1)
  if (run === undefined) return
  const { requestRate } = run.config
  print(`\nThe report at ${requestRate} requests/s:\n${consoleReport(run)}`)
  print(`\n${sweepTable(runs, knee)}\n`)
  print(
    knee === null
      ? 'No knee: the server kept up with every rate.'
      : `The knee is at ${requestRate} requests/s: beyond it latency grows much faster than throughput.`,
  )
}

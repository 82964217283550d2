// `kneepoint demo`: sweeps the built-in simulator over four request rates, shows the knee, and writes every file that a sweep can
// produce. Needs no GPU, model or network.
import { switchFlag, textFlagOf } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Knee, SweepSearch } from '#core/model/sweep-search.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import type { MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import { sweepTable } from '#core/documents/sweep-table.ts'
import { demoPlan, demoRates, demoSimulator } from '#core/sweep/demo-sweep.ts'
import { lightPaceOf } from '#core/sweep/light-pace.ts'
import { capacityLine } from '#core/answers/capacity-answer.ts'
import { closingSearch, kneeText } from '#core/sweep/knee-text.ts'
import { kneePosition, sustainedPosition } from '#core/sweep/knee.ts'
import { judgeSweep } from '#core/sweep/judge-curve.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import type { SearchTry } from '#core/sweep/search/search-step.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { isUnsuccessful } from '#core/stats/genuine-failures.ts'
import { measure } from './bench/measure.ts'
import { startSimulatorProcess } from '#node/application/servers/simulator-process.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { requireWritableFolder } from '#node/files/write-file.ts'
import type { Terminal } from './command.ts'
import { writeSweepFiles } from './sweep/sweep-files.ts'
import { exitCodes } from './exit.ts'
import { processEntry } from './own-files.ts'
import { flagCommand } from './flag-command.ts'

export const demo = flagCommand({
  name: 'kneepoint demo',
  about:
    'Starts the simulator, measures it at four request rates, and shows where its knee lies. Takes under a minute.',
  flags: {
    outputDir: textFlagOf(
      'kneepoint-demo',
      'DIR',
      'Folder for the output files; created if missing.',
    ),
    search: switchFlag(
      'Then search between the two rates around the knee, which takes another minute.',
    ),
  },
  async run({ outputDir, search }, terminal) {
    requireWritableFolder(outputDir)
    terminal.print(message('cli.demo.starting'))
    const server = await startDemoServer()
    const runs: MeasuredRunWithRecords[] = []
    try {
      for (const config of pointConfigs(server.baseUrl)) {
        if (terminal.interrupted.aborted) break
        runs.push(await measurePoint(config, lightPaceIn(runs), terminal))
      }
      const { knee } = judgeSweep(runs)
      conclude(runs, knee, terminal)
      const closing = closingSearch(knee)
      if (closing !== null && search)
        await searchBetween(
          { baseUrl: server.baseUrl, search: closing, lightPace: lightPaceIn(runs) },
          terminal,
        )
      else if (closing !== null) terminal.print(message('cli.demo.search'))
    } finally {
      await server.stop()
    }
    const files = await writeSweepFiles(runs, outputDir)
    const list = files.map((file) => `  ${file}`).join('\n')
    terminal.print(message('cli.demo.written', { folder: outputDir, files: list }))
    if (terminal.interrupted.aborted) return exitCodes.interrupted
    return runs.some(({ summary }) => isUnsuccessful(summary)) ? exitCodes.broken : exitCodes.done
  },
})

/** Each point has its own seed, because the server's prefix cache would otherwise contain the prompts of the previous one. */
function pointConfigs(baseUrl: string): readonly BenchmarkConfig[] {
  const plan = planOf(baseUrl)
  return sweepPoints(plan).map((point) => ({ ...pointConfig(plan, point), seed: point.index }))
}

function planOf(baseUrl: string, search: SweepSearch | null = null): SweepPlan {
  return demoPlan('demo', { backend: 'vllm', model: 'sim', baseUrl }, search)
}

function lightPaceIn([lightest]: readonly MeasuredRunWithRecords[]): LightPace | null {
  return lightest === undefined ? null : lightPaceOf(lightest.summary)
}

type SearchSetup = Readonly<{ baseUrl: string; search: SweepSearch; lightPace: LightPace | null }>

/** Measures the loads selected by the search. Seeds continue after the seeds of the listed rates. */
async function searchBetween(
  { baseUrl, search, lightPace }: SearchSetup,
  terminal: Terminal,
): Promise<void> {
  const plan = planOf(baseUrl, search)
  const tried: SearchTry[] = []
  terminal.print('')
  while (!terminal.interrupted.aborted) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') {
      if (step.answer.kind === 'capacity') terminal.print(capacityLine(step.answer, plan))
      return
    }
    const seedOffset = demoRates.length + tried.length
    const load = { requestRate: step.load, maxConcurrency: null, settings: [], seedOffset }
    const config = pointConfig(plan, load)
    const { summary } = await measurePoint(config, lightPace, terminal)
    tried.push({ load: step.load, repeat: step.repeat, config, summary })
  }
}

async function measurePoint(
  config: BenchmarkConfig,
  lightPace: LightPace | null,
  terminal: Terminal,
): Promise<MeasuredRunWithRecords> {
  terminal.print(
    message('cli.demo.point', { rate: config.requestRate, requests: config.numPrompts }),
  )
  const options = { showProgress: true, say: () => undefined, store: null, lightPace }
  const result = await measure(config, terminal, options)
  const { requestThroughput, outputThroughput, metrics } = result.summary
  terminal.print(
    message('cli.demo.measured', {
      rate: requestThroughput.toFixed(2),
      output: (outputThroughput ?? 0).toFixed(0),
      ttft: metrics.ttft.mean.toFixed(0),
      tpot: metrics.tpot.mean.toFixed(1),
    }),
  )
  return { ...result, ...result.outcome }
}

function conclude(
  runs: readonly MeasuredRunWithRecords[],
  knee: Knee,
  { print, outputLanguage }: Terminal,
): void {
  const run = runs[sustainedPosition(knee) ?? -1] ?? runs.at(-1)
  if (run === undefined) return
  const { requestRate } = run.config
  print(message('cli.demo.report', { rate: requestRate, report: consoleReport(run) }))
  print(`\n${sweepTable(runs, kneePosition(knee), outputLanguage)}\n`)
  print(kneeText(knee, run.config))
}

type DemoServer = Readonly<{ baseUrl: string; stop(): Promise<void> }>

/** Simulator in a separate process, so that it does not disturb the measurement. */
function startDemoServer(): Promise<DemoServer> {
  return new Promise((resolve, reject) => {
    const simulator = startSimulatorProcess(
      demoSimulator,
      () => forkChild(processEntry('simulator')),
      {
        onLog: () => undefined,
        onPhase: () => undefined,
        onReady: (port) => {
          resolve({ baseUrl: `http://127.0.0.1:${port}`, stop: () => simulator.stop() })
        },
        onFailed: reject,
      },
    )
  })
}

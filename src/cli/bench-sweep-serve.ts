// `kneepoint bench sweep serve`: runs the command line of `vllm bench sweep serve` as a Kneepoint sweep.
import path from 'node:path'
import {
  count,
  countFlag,
  nonNegativeInteger,
  positiveInteger,
  switchFlag,
  textFlag,
  textFlagOf,
} from '#core/flags/flag.ts'
import { printable } from '#core/base/printable.ts'
import { localStamp } from '#core/base/local-time.ts'
import { mapTexts, message, type MessageWithRemedy } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { requireWritableFolder } from '#node/files/write-file.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { openOwnApplication } from './own-application.ts'
import { profileOfFlags } from './server/launch-profile-from.ts'
import { answerQuestions } from './sweep/answer-questions.ts'
import { conductOrder } from './sweep/conduct-order.ts'
import {
  type Client,
  clientOf,
  followNews,
  type News,
} from '#node/application/services/client-of.ts'
import { type ParameterFiles, parameterFlags, paramsOf } from './sweep/sweep-order.ts'
import type { Terminal } from './command.ts'
import { spawn } from 'node:child_process'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import type { AfterPoint } from '#node/application/benchmarks.ts'
import { pastedBench } from '#core/command-line/pasted-bench.ts'
import { localHostId } from '#core/model/host.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { type SweepFile, type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import { withParams } from '#core/sweep/file/with-params.ts'
import { importServeCommand } from '#core/vllm/import-serve-command.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parseBenchServe } from './arguments/parse-bench-serve.ts'

export const benchSweepServe = flagCommand({
  name: 'kneepoint bench sweep serve',
  about:
    'Takes the command line of "vllm bench sweep serve": starts the server of --serve-cmd on this computer with each ' +
    'setting, measures it with --bench-cmd, and stores every run as "kneepoint bench sweep" does. Exit codes are those ' +
    'of "kneepoint bench sweep".',
  flags: {
    serveCmd: textFlag('COMMAND', 'Command that starts the server: "vllm serve MODEL …".'),
    benchCmd: textFlag('COMMAND', 'Command of the benchmark: "vllm bench serve …".'),
    afterBenchCmd: textFlag('COMMAND', 'Run this after each run, instead of resetting the caches.'),
    ...parameterFlags,
    numRuns: {
      ...countFlag(3, 'runs', 'Runs per combination, each with its own prompts.'),
      schema: positiveInteger.max(100).default(3),
    },
    warmupNumPrompts: {
      schema: nonNegativeInteger.default(0),
      ...count,
      unit: 'requests',
      summary: 'Requests to complete before each run, not measured.',
    },
    serverReadyTimeout: {
      ...countFlag(300, 's', 'Time to wait for the server to become ready.'),
      schema: positiveInteger.max(86_400).default(300),
    },
    outputDir: textFlagOf('results', 'DIR', 'Folder that holds a folder for each experiment.'),
    experimentName: textFlag('NAME', 'Name of the sweep and its folder; the time unless given.'),
    showStdout: switchFlag('Print the log of the server and the output of the other command.'),
    continueOnError: switchFlag('Continue after a failed run or start instead of pausing.'),
    dryRun: switchFlag('Show the points, their requests and duration, without starting anything.'),
    resume: switchFlag('Continue the paused or interrupted sweep --experiment-name.'),
  },
  short: { '-o': '--output-dir', '-e': '--experiment-name' },
  async run(values, terminal) {
    const { serveCmd, benchCmd, resume, dryRun } = values
    if (resume && values.experimentName === null) throw resumeWhat()
    if (!resume && serveCmd === null) throw commandMissing('serveCmd', 'vllm serve')
    if (!resume && benchCmd === null) throw commandMissing('benchCmd', 'vllm bench serve')
    const experimentName = values.experimentName ?? localStamp(Date.now())
    const outputDir = path.join(values.outputDir, experimentName)
    if (!dryRun) requireWritableFolder(outputDir)
    const order = { ...values, experimentName, serveCmd: serveCmd ?? '', benchCmd: benchCmd ?? '' }
    const ordered = resume ? null : await noted(order, terminal)
    const between = afterBench(values, { client: () => client, note: terminal.note })
    const application = openOwnApplication({ afterPoint: between.afterPoint })
    const client = clientOf(application)
    const news = await followNews(client)
    if (values.showStdout) printLogs(news, terminal)
    try {
      answerQuestions(client, news)
      const id = resume ? await sweepNamed(experimentName, client) : null
      const tools = { client, news, terminal, interrupt: () => application.interrupt() }
      const code = await conductOrder(ordered, { dryRun, resume: id, outputDir }, tools)
      return between.hasFailed() ? exitCodes.broken : code
    } finally {
      news.close()
      await application.close()
    }
  },
})

async function noted(order: ServeOrder, { note }: Terminal) {
  const { notes, ...file } = await readServeOrder(order)
  for (const { message: text, remedy } of notes) {
    note(mapTexts(text, (part) => printable(part)))
    note(message('common.indented', { text: remedy }))
  }
  return file
}

function printLogs(news: News, { note }: Terminal): void {
  news.on((event) => {
    if (event.type === 'server-log') event.lines.forEach((line) => note(line))
  })
}

async function sweepNamed(name: string, client: Client): Promise<string> {
  const named = (await client.sweeps.list()).filter(({ plan }) => plan.name === name)
  const [newest] = named.toSorted((a, b) => b.createdAtEpochMs - a.createdAtEpochMs)
  if (newest === undefined) throw appError('not-found', 'cli.noSweep', { id: name })
  return newest.id
}

function commandMissing(field: string, example: string) {
  return appError('invalid-input', 'cli.commandMissing', { example }, { field })
}

function resumeWhat() {
  return appError('invalid-input', 'cli.resumeWhat', {}, { field: 'experimentName' })
}

type AfterBench = Readonly<{
  afterBenchCmd: string | null
  showStdout: boolean
  continueOnError: boolean
}>

/** Runs a command between two runs instead of resetting caches; pauses the sweep if it fails, which `hasFailed` reports. */
function afterBench(
  { afterBenchCmd, showStdout, continueOnError }: AfterBench,
  { client, note }: Readonly<{ client: () => Client }> & Pick<Terminal, 'note'>,
): Readonly<{ afterPoint: AfterPoint; hasFailed: () => boolean }> {
  let failed = false
  const words = afterBenchCmd === null ? [] : splitShellText(afterBenchCmd)
  return {
    hasFailed: () => failed,
    async afterPoint({ sweepId, status }) {
      const code = status === 'completed' ? await exitCodeOf(words, showStdout) : 0
      if (code !== 0) note(message('cli.afterBenchFailed', { command: afterBenchCmd, code }))
      if (continueOnError || (status !== 'failed' && code === 0)) return
      failed = true
      await client().sweeps.pause({ id: sweepId })
    },
  }
}

/** Text for a command that did not start or was killed. */
async function exitCodeOf(
  [program, ...args]: readonly string[],
  showStdout: boolean,
): Promise<number | string> {
  if (program === undefined) return 0
  const child = spawn(program, args, {
    stdio: ['ignore', showStdout ? 'inherit' : 'ignore', 'inherit'],
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 0))
  })
}

export type ServeOrder = ParameterFiles &
  Readonly<{
    serveCmd: string
    benchCmd: string
    /** Name of the sweep. */
    experimentName: string
    numRuns: number
    warmupNumPrompts: number
    serverReadyTimeout: number
    /** Null resets caches instead. */
    afterBenchCmd: string | null
  }>

/** `notes` lists parts of the commands that have no effect here. */
type ServeSweep = SweepFile & Readonly<{ notes: readonly MessageWithRemedy[] }>

/**
 * The sweep described by the flags of `vllm bench sweep serve`: a server command, a benchmark command, and files of parameters.
 */
export async function readServeOrder(order: ServeOrder): Promise<ServeSweep> {
  const bench = pastedBench(order.benchCmd)
  const { config } = parseBenchServe(bench.args)
  const { profile, notes } = launchOf(order)
  const plan: SweepPlan = sweepPlanSchema.parse({
    name: order.experimentName,
    config: {
      ...config,
      ...{ requestRate: 'inf', maxConcurrency: null },
      numWarmups: Math.max(config.numWarmups, order.warmupNumPrompts),
    },
    requestRates: [config.requestRate],
    maxConcurrencies: [config.maxConcurrency],
    secondsPerPoint: null,
    repeats: order.numRuns,
    resetsCaches: order.afterBenchCmd === null,
  })
  return {
    plan: withParams(plan, await paramsOf(order)),
    servers: [{ kind: 'launched', name: null, host: localHostId, profile }],
    notes: [...bench.notes, ...notes],
  }
}

/** vLLM resets caches only in its development mode. */
const developmentMode = { VLLM_SERVER_DEV_MODE: '1' }

function launchOf({
  serveCmd,
  serverReadyTimeout,
}: Pick<ServeOrder, 'serveCmd' | 'serverReadyTimeout'>): {
  profile: LaunchProfile
  notes: readonly MessageWithRemedy[]
} {
  const words = splitShellText(serveCmd)
  const { config, environment, secrets, notes } = importServeCommand(serveCmd, ownFlagIndex())
  const { host, port, ...flags } = config.flags
  const program = words.find((word) => /(?:^|\/)vllm$/.test(word))
  const profile = profileOfFlags({
    name: config.model,
    ...(program !== undefined && { runtime: { kind: 'program', program } }),
    config: { ...config, flags },
    environment: { ...developmentMode, ...environment },
    secretNames: Object.keys(secrets),
    address: host,
    port,
    readyTimeoutS: serverReadyTimeout,
  })
  return { profile, notes }
}

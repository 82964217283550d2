// The sweep that the flags of `vllm bench sweep serve` describe: a command for the server, one for the benchmark, and files
// of what varies.
import { pastedBench } from '#core/command-line/pasted-bench.ts'
import type { MessageWithRemedy } from '#core/messages/message.ts'
import { localHostId } from '#core/model/host.ts'
import { launchProfileSchema, type LaunchProfile } from '#core/model/launch-profile.ts'
import { type SweepPlan, sweepPlanSchema } from '#core/model/sweep.ts'
import type { SweepFile } from '#core/model/sweep-file.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import { withParams } from '#core/sweep/file/with-params.ts'
import { importServeCommand } from '#core/vllm/import-serve-command.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parseBenchServe } from '../arguments/parse-bench-serve.ts'
import { paramsOf, type ParameterFiles } from './sweep-order.ts'

export type ServeOrder = ParameterFiles &
  Readonly<{
    serveCmd: string
    benchCmd: string
    /** Name of the sweep. */
    experimentName: string
    numRuns: number
    warmupNumPrompts: number
    serverReadyTimeout: number
    /** Null: caches are reset instead. */
    afterBenchCmd: string | null
  }>

/** `notes` lists parts of the commands that have no effect here. */
export type ServeSweep = SweepFile & Readonly<{ notes: readonly MessageWithRemedy[] }>

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
  const profile = launchProfileSchema.parse({
    name: config.model,
    ...(program !== undefined && { runtime: { kind: 'program', program } }),
    config: { ...config, flags },
    environment: { ...developmentMode, ...environment },
    secretNames: Object.keys(secrets),
    ...(typeof host === 'string' && { address: host }),
    port: typeof port === 'number' ? port : null,
    readyTimeoutS: serverReadyTimeout,
  })
  return { profile, notes }
}

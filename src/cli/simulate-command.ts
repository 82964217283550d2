import { z } from 'zod'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'
import { exampleWorkload, explainPreset } from '#node/simulator/presets/explain-preset.ts'
import {
  count,
  countFlag,
  seconds,
  share,
  switchFlag,
  textFlag,
  textsFlag,
} from '#core/flags/flag.ts'
import { flagCommand } from './flag-command.ts'
import { listenFlags } from './arguments/listen-flags.ts'
import { open } from 'node:fs/promises'
import type { SimulatorSpec } from '#core/model/server.ts'
import { messageOf } from '#core/model/app-error.ts'
import { aborted } from './terminal/interrupt.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'

export const simulateCommand = flagCommand({
  name: 'kneepoint simulate',
  about:
    'Runs a simulator of a vLLM server: its API and log, with the timing of a modelled GPU and LLM. ' +
    'Ctrl-C stops it.',
  flags: {
    preset: {
      schema: z.string().min(1).default('h100-llama-8b'),
      kind: 'choice',
      choices: simulatorPresets.map(({ id }) => id),
      summary: 'GPU and model to simulate.',
    },
    ...listenFlags(8000, 'Port to listen on; 0 chooses a free one.'),
    startupS: {
      schema: z.number().min(0).max(600).default(4),
      ...seconds,
      summary: 'Duration of the simulated start.',
    },
    seed: {
      schema: z.int().min(0).default(0),
      ...count,
      summary: 'Seed for the noise of its timing and for its text.',
    },
    apiKey: textFlag('KEY', 'API key that requests must have.'),
    loraModules: textsFlag(
      'NAME',
      'LoRA adapters to serve too, with the timing of the base model.',
    ),
    dataParallelSize: {
      schema: z.int().min(1).max(64).default(1),
      ...count,
      unit: 'engines',
      summary:
        'Data-parallel engines, each with the GPUs of the preset; requests go to the idlest.',
    },
    speculativeTokens: {
      schema: z.int().min(0).max(16).default(0),
      ...count,
      unit: 'tokens',
      summary: 'Tokens drafted by speculative decoding; 0 turns it off.',
    },
    acceptance: {
      schema: z.number().min(0).max(1).default(0.7),
      kind: 'number',
      metavar: 'P',
      summary: 'Probability that a drafted token is accepted if those before it were.',
    },
    reasoningShare: {
      ...share,
      summary: 'Reason before the answer, for this share of the output tokens of a chat.',
    },
    rejectShare: {
      ...share,
      summary: 'Reject this share of requests with HTTP 429, drawn from the seed.',
    },
    rejectQueue: {
      schema: z.int().min(0).nullable().default(null),
      ...count,
      unit: 'requests',
      summary: 'Reject requests with HTTP 429 while more than this number wait.',
    },
    retryAfter: {
      schema: z.int().min(0).max(3600).nullable().default(null),
      kind: 'integer',
      metavar: 'S',
      unit: 's',
      summary: 'Ask for this wait in the Retry-After header of rejections.',
    },
    requestLog: textFlag(
      'FILE',
      'Append a line of JSON to this file for each request: id, times, status, tokens, Retry-After.',
    ),
    slowDown: {
      schema: z.number().min(0).max(1000).default(0),
      kind: 'number',
      metavar: 'PERCENT',
      unit: '%',
      summary:
        'Take this much longer for each step than the preset, to test how regressions are found.',
    },
    enablePromptTokensDetails: switchFlag(
      'Add the cached tokens of each prompt to the token counts of its response.',
    ),
    enablePerRequestMetrics: switchFlag(
      'Add queue time and time to first token, as measured here, to the token counts of each response.',
    ),
    explain: switchFlag(
      'Print what the preset simulates and its true capacity, computed from its model, and exit.',
    ),
    inputLen: countFlag(
      exampleWorkload.inputTokens,
      'tokens',
      'Prompt length for the capacity that --explain prints.',
    ),
    outputLen: countFlag(
      exampleWorkload.outputTokens,
      'tokens',
      'Output length for the capacity that --explain prints.',
    ),
    tpotLimitMs: {
      schema: z.number().positive().nullable().default(null),
      kind: 'number',
      metavar: 'MS',
      unit: 'ms',
      summary: 'Include the capacity within this mean TPOT in --explain.',
    },
  },
  run({ preset, port, startupS, seed, ...given }, { print, interrupted: signal }) {
    const { inputLen, outputLen, tpotLimitMs, explain, ...switches } = given
    if (explain) {
      const load = { inputTokens: inputLen, outputTokens: outputLen, mostTpotMs: tpotLimitMs }
      for (const line of explainPreset(preset, load)) print(line)
      return Promise.resolve(0)
    }
    const { loraModules, slowDown, speculativeTokens: tokens, acceptance, ...others } = switches
    const {
      rejectShare,
      rejectQueue: maxQueue,
      retryAfter,
      reasoningShare: share,
      ...more
    } = others
    const { enablePerRequestMetrics, enablePromptTokensDetails, dataParallelSize, ...args } = more
    const flags = {
      ...(dataParallelSize > 1 && { 'data-parallel-size': dataParallelSize }),
      ...(enablePerRequestMetrics && { 'enable-per-request-metrics': true }),
      ...(enablePromptTokensDetails && { 'enable-prompt-tokens-details': true }),
    }
    const spec: SimulatorSpec = {
      ...{ kind: 'simulator', preset, port: port === 0 ? null : port, startupS, seed },
      ...((rejectShare > 0 || maxQueue !== null) && {
        rejections: { share: rejectShare, maxQueue, retryAfterS: retryAfter },
      }),
      ...(loraModules !== null && { loraModules }),
      ...(slowDown > 0 && { slowdown: slowDown / 100 }),
      ...(tokens > 0 && { speculation: { tokens, acceptance } }),
      ...(share > 0 && { reasoning: { share } }),
      ...(Object.keys(flags).length > 0 && { flags }),
    }
    return simulate(spec, { ...args, write: print, signal })
  },
})

type SimulateOptions = Readonly<{
  host?: string
  apiKey?: string | null
  /** File to which requests are appended, one JSON object per line. */
  requestLog?: string | null
  write(line: string): void
  /** Aborts when the user requests a stop. */
  signal: AbortSignal
}>

/** Returns the exit code. Expected failures are thrown as `AppError`. */
export async function simulate(
  spec: SimulatorSpec,
  { host = '127.0.0.1', apiKey = null, requestLog = null, write, signal }: SimulateOptions,
): Promise<number> {
  const log = requestLog === null ? null : await open(requestLog, 'a')
  const hooks = {
    onLog: write,
    onPhase: () => undefined,
    ...(log && {
      onRequest: (entry: object) => {
        log
          .appendFile(`${JSON.stringify(entry)}\n`)
          .catch((cause: unknown) => write(`${requestLog} lacks a request: ${messageOf(cause)}`))
      },
    }),
  }
  try {
    const options = { host, apiKey, signal }
    // The user stopped it while it started.
    const simulator = await startSimulator(spec, hooks, options).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (simulator === null) return 0
    write(`Simulated ${spec.preset} is ready at http://${host}:${simulator.port} (model "sim").`)
    await aborted(signal)
    await simulator.stop()
    return 0
  } finally {
    await log?.close()
  }
}

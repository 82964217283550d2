// The command line of `kneepoint simulate`.
import { z } from 'zod'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'
import { exampleWorkload } from '#node/simulator/presets/explain-preset.ts'
import { countFlag, switchFlag, textFlag, textsFlag } from '#core/flags/flag-shapes.ts'
import { flagCommand } from './flag-command.ts'
import { listenFlags } from './listen-flags.ts'
import { simulate } from './simulate.ts'

export const simulateCommand = flagCommand({
  name: 'kneepoint simulate',
  about:
    'Runs a stand-in for a vLLM server: its API and log, with the timing of a GPU and a model that are not there. ' +
    'Ctrl-C stops it.',
  flags: {
    preset: {
      schema: z.string().min(1).default('h100-llama-8b'),
      kind: 'choice',
      choices: simulatorPresets.map(({ id }) => id),
      summary: 'Which GPU and model to pretend to be.',
    },
    ...listenFlags(8000, 'Port to listen on; 0 takes a free one.'),
    startupS: {
      schema: z.number().min(0).max(600).default(4),
      kind: 'number',
      metavar: 'S',
      unit: 's',
      summary: 'How long the pretended start takes.',
    },
    seed: {
      schema: z.int().min(0).default(0),
      kind: 'integer',
      metavar: 'N',
      summary: 'Seed of the noise in its timing and of its text.',
    },
    apiKey: textFlag('KEY', 'Key that requests have to bring.'),
    loraModules: textsFlag(
      'NAME',
      'LoRA adapters to answer to as well, with the timing of the model itself.',
    ),
    speculativeTokens: {
      schema: z.int().min(0).max(16).default(0),
      kind: 'integer',
      metavar: 'N',
      unit: 'tokens',
      summary: 'Tokens drafted ahead by speculative decoding; 0 turns it off.',
    },
    acceptance: {
      schema: z.number().min(0).max(1).default(0.7),
      kind: 'number',
      metavar: 'P',
      summary: 'Chance that a drafted token is kept, once those before it are.',
    },
    enablePerRequestMetrics: switchFlag(
      'Add queue time and time to first token, as measured here, to the token counts of each response.',
    ),
    explain: switchFlag('Only tell what the preset is and what it can truly do, from its model.'),
    inputLen: countFlag(
      exampleWorkload.inputTokens,
      'tokens',
      'Of each prompt, for the capacity that --explain prints.',
    ),
    outputLen: countFlag(
      exampleWorkload.outputTokens,
      'tokens',
      'Of each answer, for the capacity that --explain prints.',
    ),
    tpotLimitMs: {
      schema: z.number().positive().nullable().default(null),
      kind: 'number',
      metavar: 'MS',
      unit: 'ms',
      summary: 'Let --explain tell the capacity within this mean time per output token as well.',
    },
  },
  run(
    { port, apiKey, loraModules, speculativeTokens: tokens, acceptance, ...given },
    { print, interrupted },
  ) {
    const { inputLen, outputLen, tpotLimitMs, enablePerRequestMetrics, ...args } = given
    return simulate(
      {
        ...args,
        port: port === 0 ? null : port,
        explainedLoad: {
          inputTokens: inputLen,
          outputTokens: outputLen,
          mostTpotMs: tpotLimitMs,
        },
        ...(apiKey !== null && { apiKey }),
        ...(loraModules !== null && { loraModules }),
        ...(tokens > 0 && { speculation: { tokens, acceptance } }),
        ...(enablePerRequestMetrics && { flags: { 'enable-per-request-metrics': true } }),
      },
      { write: print, signal: interrupted },
    )
  },
})

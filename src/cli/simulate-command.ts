// The command line of `kneepoint simulate`.
import { z } from 'zod'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'
import { exampleWorkload } from '#node/simulator/presets/explain-preset.ts'
import { flagCommand } from './flag-command.ts'
import { simulate } from './simulate.ts'

const schema = z.object({
  preset: z.string().min(1).default('h100-llama-8b'),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65535).default(8000),
  startupS: z.number().min(0).max(600).default(4),
  seed: z.int().min(0).default(0),
  apiKey: z.string().min(1).nullable().default(null),
  loraModules: z.array(z.string().min(1)).nullable().default(null),
  speculativeTokens: z.int().min(0).max(16).default(0),
  acceptance: z.number().min(0).max(1).default(0.7),
  enablePerRequestMetrics: z.boolean().default(false),
  explain: z.boolean().default(false),
  inputLen: z.int().min(1).default(exampleWorkload.inputTokens),
  outputLen: z.int().min(1).default(exampleWorkload.outputTokens),
  tpotLimitMs: z.number().positive().nullable().default(null),
})

export const simulateCommand = flagCommand({
  name: 'kneepoint simulate',
  about:
    'Runs a stand-in for a vLLM server: its API and log, with the timing of a GPU and a model that are not there. ' +
    'Ctrl-C stops it.',
  schema,
  flags: [
    {
      field: 'preset',
      kind: 'choice',
      choices: simulatorPresets.map(({ id }) => id),
      summary: 'Which GPU and model to pretend to be.',
    },
    { field: 'host', kind: 'text', metavar: 'HOST', summary: 'Address to listen on.' },
    {
      field: 'port',
      kind: 'integer',
      metavar: 'PORT',
      summary: 'Port to listen on; 0 takes a free one.',
    },
    {
      field: 'startupS',
      kind: 'number',
      metavar: 'S',
      unit: 's',
      summary: 'How long the pretended start takes.',
    },
    {
      field: 'seed',
      kind: 'integer',
      metavar: 'N',
      summary: 'Seed of the noise in its timing and of its text.',
    },
    { field: 'apiKey', kind: 'text', metavar: 'KEY', summary: 'Key that requests have to bring.' },
    {
      field: 'loraModules',
      kind: 'words',
      metavar: 'NAME',
      summary: 'LoRA adapters to answer to as well, with the timing of the model itself.',
    },
    {
      field: 'speculativeTokens',
      kind: 'integer',
      metavar: 'N',
      unit: 'tokens',
      summary: 'Decode speculatively, drafting so many tokens ahead; 0 does not.',
    },
    {
      field: 'acceptance',
      kind: 'number',
      metavar: 'P',
      summary: 'Chance that a drafted token is kept, once those before it are.',
    },
    {
      field: 'enablePerRequestMetrics',
      kind: 'switch',
      summary:
        'Add queue time and time to first token, as measured here, to the token counts of each response.',
    },
    {
      field: 'explain',
      kind: 'switch',
      summary: 'Only tell what the preset is and what it can truly do, from its model.',
    },
    {
      field: 'inputLen',
      kind: 'integer',
      metavar: 'N',
      unit: 'tokens',
      summary: 'Of each prompt, for the capacity --explain tells.',
    },
    {
      field: 'outputLen',
      kind: 'integer',
      metavar: 'N',
      unit: 'tokens',
      summary: 'Of each answer, for the capacity --explain tells.',
    },
    {
      field: 'tpotLimitMs',
      kind: 'number',
      metavar: 'MS',
      unit: 'ms',
      summary: 'Let --explain tell the capacity within this mean time per output token as well.',
    },
  ],
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

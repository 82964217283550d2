// Flags for the reported metrics and the label of the run.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'
import { hasTokenTimes, type AnswerChoice } from '#core/traits/metric-traits.ts'
import { hasSteadyLoad, type LoadTiming } from '#core/traits/load-traits.ts'
import { compatProfileNamed, compatProfileNames } from '#core/compat/compat-profile-names.ts'
import {
  answerLatencies,
  type AnswerLatency,
  reportableMetricNames,
} from '#core/metrics/latencies.ts'
import { type FlagRecords, seconds, stringMap, optionalText } from './flag.ts'

const looksForSteadyState = (config: LoadTiming & { steadyState: boolean | null }): boolean =>
  config.steadyState !== false && hasSteadyLoad(config)

/** Lists the valid metrics for an unknown key; undefined keeps the text of other issues. */
function unknownMetric(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined
  const [keys, known] = [issue.keys.map(String).join(', '), answerLatencies.join(', ')]
  return schemaText(message('config.unknownMetrics', { keys, known }))
}

export const reportFlags = {
  label: {
    ...optionalText('TEXT'),
    summary: 'First part of the name of the result file; the backend by default.',
    label: 'Label',
    after: 'steadyStateMinWindow',
  },
  requestIdPrefix: {
    schema: z.string().nullable().default(null),
    metavar: 'TEXT',
    summary: 'Prefix of request ids; random by default.',
    label: 'Request id prefix',
    after: 'label',
    defaultsByProfile: { '2025-10': 'benchmark-serving', 'vllm-0.11': 'benchmark-serving' },
  },
  percentileMetrics: {
    /** Null reports the usual metrics of the task (generation or pooling). */
    schema: z.array(z.enum(reportableMetricNames)).nullable().default(null),
    kind: 'names',
    metavar: 'LIST',
    choices: reportableMetricNames,
    summary: 'Latencies to report, comma-separated; default ttft,tpot,itl, and e2el for pooling.',
    difference: 'Ignores blanks, and warns about an unknown name.',
    label: 'Latencies to report',
    place: 'front',
    generationOnly: true,
    defaultsByProfile: { '2025-10': ['ttft', 'tpot', 'itl'], 'vllm-0.11': ['ttft', 'tpot', 'itl'] },
  },
  metricPercentiles: {
    schema: z.array(z.number().min(0).max(100)).min(1).default([99]),
    kind: 'numbers',
    metavar: 'LIST',
    summary: 'Percentiles to report for each latency, comma-separated.',
    difference: 'Rejected outside 0 to 100.',
    label: 'Percentiles',
    place: 'front',
  },
  goodput: {
    schema: z
      .partialRecord(z.enum(answerLatencies), z.number().min(0), { error: unknownMetric })
      .default({}),
    kind: 'limits',
    metavar: 'METRIC:MS',
    unit: 'ms',
    summary:
      'Limits on ttft, tpot, e2el, ttfo …; reports the rate of requests that meet all of them.',
    difference: 'Checked before the dataset is read; limits may be comma-separated.',
    label: 'Goodput limits',
    place: 'front',
    affects: 'goodput',
    rules: {
      broken: ({
        goodput,
        ...config
      }: AnswerChoice & { goodput: Partial<Record<AnswerLatency, number>> }) =>
        !hasTokenTimes(config) && Object.keys(goodput).some((name) => name !== 'e2el'),
      message: message('config.onlyEndToEnd'),
    },
  },
  steadyState: {
    /** Null computes it. Printed reports and result files include it only when true, or in the layout `vllm-bench`. */
    schema: z.boolean().nullable().default(null),
    kind: 'switch',
    summary: 'Also report the steady state: the part of the run in which the load is level.',
    label: 'Steady state',
    appliesTo: hasSteadyLoad,
    knownTo: 'vllm-rust',
  },
  steadyStateThreshold: {
    schema: z.number().positive().max(1).default(0.95),
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Share of the typical (or maximum) concurrency from which the state counts as steady.',
    label: 'Steady-state threshold',
    appliesTo: looksForSteadyState,
    knownTo: 'vllm-rust',
  },
  steadyStateMinWindow: {
    ...seconds,
    /** Seconds; null selects 10 s or a tenth of the run, whichever is longer. */
    schema: z.number().min(0).nullable().default(null),
    summary: 'Warn if the steady state is shorter than this; default 10 s or a tenth of the run.',
    label: 'Shortest steady state',
    appliesTo: looksForSteadyState,
    knownTo: 'vllm-rust',
  },
  metadata: {
    schema: stringMap.default({}),
    kind: 'pairs',
    metavar: 'KEY=VALUE',
    summary: 'Metadata to store in the result file.',
    difference:
      'Checked before the run instead of after it. A repeated flag adds pairs; vLLM takes the last.',
    label: 'Metadata',
  },
  pricePerHour: {
    schema: z.number().positive().nullable().default(null),
    kind: 'number',
    metavar: 'PRICE',
    summary: 'Price of the whole server per hour: reports the cost of a million output tokens.',
    label: 'Price per hour',
    knownTo: 'kneepoint',
  },
  compat: {
    schema: z.enum(compatProfileNames).default('kneepoint'),
    kind: 'choice',
    metavar: 'ERA',
    choices: compatProfileNames,
    respell: compatProfileNamed,
    summary: 'Send, count and report like that earlier client, to compare with its figures.',
    label: 'Compatibility',
    knownTo: 'kneepoint',
    affects: 'latencies',
  },
} satisfies FlagRecords

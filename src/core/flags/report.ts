// Which figures are reported, and how the run is labelled.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { hasTokenTimes, type AnswerChoice } from '#core/model/benchmark/metric-traits.ts'
import { hasSteadyLoad, type Timing } from '#core/model/benchmark/load-traits.ts'
import { compatProfileNamed, compatProfileNames } from '#core/compat/compat-profile-names.ts'
import { answerLatencies, reportableMetricNames } from '#core/metrics/latencies.ts'
import type { FlagRecords } from './flag.ts'
import { stringMap } from './value-schemas.ts'

const looksForSteadyState = (config: Timing & { steadyState: boolean | null }): boolean =>
  config.steadyState !== false && hasSteadyLoad(config)

export const reportFlags = {
  label: {
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'TEXT',
    summary: "First part of the result file's name; the backend without it.",
    label: 'Label',
    place: 'more',
    after: 'steadyStateMinWindow',
  },
  requestIdPrefix: {
    schema: z.string().nullable().default(null),
    kind: 'text',
    metavar: 'TEXT',
    summary: 'What request ids begin with; a fresh random prefix without it.',
    label: 'Request id prefix',
    place: 'more',
    after: 'label',
    defaultsByProfile: { '2025-10': 'benchmark-serving', 'vllm-0.11': 'benchmark-serving' },
  },
  percentileMetrics: {
    /** Null: the usual metrics of the task (generation or pooling). */
    schema: z.array(z.enum(reportableMetricNames)).nullable().default(null),
    kind: 'names',
    metavar: 'LIST',
    choices: reportableMetricNames,
    summary:
      'Latencies to report, separated by commas; ttft,tpot,itl without it, e2el for pooling.',
    difference: 'Blanks are left out, and an unknown name is a warning, not silence.',
    label: 'Latencies to report',
    place: 'front',
    generationOnly: true,
    defaultsByProfile: { '2025-10': ['ttft', 'tpot', 'itl'], 'vllm-0.11': ['ttft', 'tpot', 'itl'] },
  },
  metricPercentiles: {
    schema: z.array(z.number().min(0).max(100)).min(1).default([99]),
    kind: 'numbers',
    metavar: 'LIST',
    summary: 'Percentiles to report of each latency, separated by commas.',
    difference: 'Refused outside 0 to 100.',
    label: 'Percentiles',
    place: 'front',
  },
  goodput: {
    schema: z.partialRecord(z.enum(answerLatencies), z.number().min(0)).default({}),
    kind: 'limits',
    metavar: 'METRIC:MS',
    unit: 'ms',
    summary: 'Limits on ttft, tpot or e2el; reports the rate of requests that kept all of them.',
    difference: 'Judged before the dataset is read; limits may be joined by commas.',
    label: 'Goodput limits',
    place: 'front',
    affects: 'goodput',
    rules: [
      {
        broken: ({
          goodput,
          ...config
        }: AnswerChoice & { goodput: Partial<Record<'ttft' | 'tpot', number>> }) =>
          !hasTokenTimes(config) && (goodput.ttft !== undefined || goodput.tpot !== undefined),
        message: message('config.onlyEndToEnd'),
      },
    ],
  },
  steadyState: {
    /** Null computes it. Printed reports and result files include it only when true, or in the layout `vllm-bench`. */
    schema: z.boolean().nullable().default(null),
    kind: 'switch',
    summary: 'Report the steady state too: the part of the run with the load at its level.',
    label: 'Steady state',
    place: 'more',
    appliesTo: hasSteadyLoad,
    knownTo: 'vllm-rust',
  },
  steadyStateThreshold: {
    schema: z.number().positive().max(1).default(0.95),
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Share of the usual requests in flight, or of the limit, that makes a state steady.',
    label: 'Steady from',
    place: 'more',
    appliesTo: looksForSteadyState,
    knownTo: 'vllm-rust',
  },
  steadyStateMinWindow: {
    /** Seconds; null: 10 s or a tenth of the run, whichever is longer. */
    schema: z.number().min(0).nullable().default(null),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Warn of a steady state shorter than this; 10 s or a tenth of the run without it.',
    label: 'Steady for at least',
    place: 'more',
    appliesTo: looksForSteadyState,
    knownTo: 'vllm-rust',
  },
  metadata: {
    schema: stringMap.default({}),
    kind: 'pairs',
    metavar: 'KEY=VALUE',
    summary: 'Facts of your own to keep in the result file.',
    difference: 'Judged before the run, not after it.',
    label: 'Facts to keep',
    place: 'more',
  },
  compat: {
    schema: z.enum(compatProfileNames).default('kneepoint'),
    kind: 'choice',
    metavar: 'ERA',
    choices: compatProfileNames,
    respell: compatProfileNamed,
    summary: 'Send, count and report as that client did, to compare with its numbers.',
    label: 'Counts like',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'latencies',
  },
} satisfies FlagRecords

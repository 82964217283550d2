// Flags that say what is computed and how the run is labelled.
import { reportableMetricNames } from '../fields/report-fields.ts'
import { eraNamed, eraNames } from '../eras/era-names.ts'
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import type { FlagText } from './flag.ts'

export const reportFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'label',
    kind: 'text',
    metavar: 'TEXT',
    summary: "First part of the result file's name; the backend without it.",
  },
  {
    field: 'requestIdPrefix',
    kind: 'text',
    metavar: 'TEXT',
    summary: 'What request ids begin with; a fresh random prefix without it.',
  },
  {
    field: 'percentileMetrics',
    kind: 'names',
    metavar: 'LIST',
    choices: reportableMetricNames,
    summary:
      'Latencies to report, separated by commas; ttft,tpot,itl without it, e2el for pooling.',
  },
  {
    field: 'metricPercentiles',
    kind: 'numbers',
    metavar: 'LIST',
    summary: 'Percentiles to report of each latency, separated by commas.',
  },
  {
    field: 'goodput',
    kind: 'limits',
    metavar: 'METRIC:MS',
    unit: 'ms',
    summary: 'Limits on ttft, tpot or e2el; reports the rate of requests that kept all of them.',
  },
  {
    field: 'steadyState',
    kind: 'switch',
    summary: 'Report the steady state too: the part of the run with the load at its level.',
  },
  {
    field: 'steadyStateThreshold',
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Share of the usual requests in flight, or of the limit, that makes a state steady.',
  },
  {
    field: 'steadyStateMinWindow',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Warn of a steady state shorter than this; 10 s or a tenth of the run without it.',
  },
  {
    field: 'metadata',
    kind: 'pairs',
    metavar: 'KEY=VALUE',
    summary: 'Facts of your own to keep in the result file.',
  },
  {
    field: 'compat',
    kind: 'choice',
    metavar: 'ERA',
    choices: eraNames,
    respell: eraNamed,
    summary: 'Send, count and report as that client did, to compare with its numbers.',
  },
]

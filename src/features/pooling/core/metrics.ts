// Inputs of a run: texts to embed or rank. A request may contain several.
import type { Amounts, BaseTally, ScalarRecord, TallyOf } from '#core/metrics/scalar-metric.ts'
import { perSecond } from '#core/metrics/scalar-parts.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

const completedSums = {
  inputs: ({ inputs }) => inputs,
} as const satisfies Amounts<MeasuredRequest>

type Tally = BaseTally & TallyOf<typeof completedSums>

const scalars = {
  totalInputs: {
    listedAfter: 'reusableShare',
    task: 'pooling',
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ inputs }) => inputs,
    file: { key: 'total_input_sequences' },
    csv: 'total_inputs',
    page: { format: 'count', after: 'peakConcurrency' },
  },
  inputsThroughput: {
    listedAfter: 'requestGoodput',
    task: 'pooling',
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: (tally) => perSecond(tally.inputs, tally),
    unit: 'inputs/s',
    better: 'higher',
    file: { key: 'input_sequence_throughput' },
    csv: 'inputs_throughput',
    console: { label: 'Input throughput (inputs/s):', digits: 2 },
    page: { format: 'number', after: 'requestGoodput' },
    compared: {
      ...{ family: 'throughput', interval: 'requests', after: 'requestThroughput' },
      inHeadline: true,
    },
  },
} as const satisfies Readonly<Record<string, ScalarRecord<Tally>>>

export const poolingMetrics = { completedSums, scalars }

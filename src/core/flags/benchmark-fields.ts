// A benchmark as its flags describe it: one field per record, in the units of `vllm bench serve`. This schema has no rules;
// benchmark-config.ts adds them.
import { z } from 'zod'
import { clientFlags } from '#core/flags/client.ts'
import { conversationFlags } from '#core/flags/conversations.ts'
import { datasetFlags } from '#core/flags/dataset.ts'
import {
  type Flag,
  type FlagRecord,
  type FlagRecords,
  flagsOf,
  httpUrls,
  onlyWith,
  schemasOf,
} from '#core/flags/flag.ts'
import {
  addedFlags,
  addedReportFlags,
  addedServerFlags,
  addedTrafficFlags,
  senderFlags,
} from '#core/flags/load-senders.ts'
import { randomPromptFlags } from '#core/flags/random-prompts.ts'
import { recordedPromptFlags } from '#core/flags/recorded-prompts.ts'
import { reportFlags } from '#core/flags/report.ts'
import { samplingFlags } from '#core/flags/sampling.ts'
import { serverFlags } from '#core/flags/server.ts'
import { trafficFlags } from '#core/flags/traffic.ts'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import { message } from '#core/messages/message.ts'

const gpuMetricsFlags = {
  gpuMetricsUrl: {
    /** Null: nvidia-smi on the host of a launched server. */
    schema: httpUrls,
    kind: 'words',
    addsUp: true,
    metavar: 'URL',
    summary:
      "Sample the server's GPUs from a DCGM, AMD or other Prometheus exporter instead of nvidia-smi.",
    label: 'GPU metrics URLs',
    isNamed: true,
    knownTo: 'kneepoint',
  },
  gpuMetricsGpus: {
    schema: z.array(z.string().min(1)).min(1).nullable().default(null),
    kind: 'words',
    addsUp: true,
    metavar: 'GPU',
    summary:
      'GPUs of these exporters to sample, by number, UUID, host or HOST:NUMBER; default all.',
    label: 'GPUs of exporters',
    knownTo: 'kneepoint',
    ...onlyWith('gpuMetricsUrl', ['gpuMetricsGpus', null], message('config.gpusWithoutExporter')),
  },
} satisfies FlagRecords

const serverGroup = withFeatures(
  { ...serverFlags, ...gpuMetricsFlags },
  { servers: addedServerFlags },
)

const datasetGroup = withFeatures(
  {
    ...datasetFlags,
    ...randomPromptFlags,
    ...recordedPromptFlags,
    ...conversationFlags,
  },
  addedFlags,
)

const trafficGroup = withFeatures(
  {
    ...trafficFlags,
    ...clientFlags,
    ...senderFlags,
  },
  { traffic: addedTrafficFlags },
)

const reportGroup = withFeatures(reportFlags, addedReportFlags)

export const benchmarkFieldsSchema = z.object(
  schemasOf({
    ...serverGroup,
    ...datasetGroup,
    ...trafficGroup,
    ...samplingFlags,
    ...reportGroup,
  }),
)

export type BenchmarkConfig = z.infer<typeof benchmarkFieldsSchema>
export type BenchmarkField = keyof BenchmarkConfig

// An interface, because type aliases are expanded: the compiler refuses a contract that repeats the type of every flag wherever
// it mentions a benchmark.
/* eslint-disable @typescript-eslint/no-empty-object-type */
export interface BenchmarkOutput extends BenchmarkConfig {}
export interface BenchmarkInput extends z.input<typeof benchmarkFieldsSchema> {}
/* eslint-enable @typescript-eslint/no-empty-object-type */

/** For schemas that contain a benchmark. */
export const heldBenchmarkSchema: z.ZodType<BenchmarkOutput, BenchmarkInput> =
  benchmarkFieldsSchema.strip()

export type BenchmarkFlag = Flag<BenchmarkField> & FlagRecord<BenchmarkConfig>

/** Every flag of a benchmark, in the order of the help. */
export const benchmarkFlags: readonly BenchmarkFlag[] = [
  ...flagsOf('Server', serverGroup),
  ...flagsOf('Dataset', datasetGroup),
  ...flagsOf('Traffic', trafficGroup),
  ...flagsOf('Sampling', samplingFlags),
  ...flagsOf('Report', reportGroup),
]

/** Whether a flag lets requests end like this, neither completed nor failed. */
export function mayEnd(config: Partial<BenchmarkConfig>, how: BenchmarkFlag['unfailed']): boolean {
  return benchmarkFlags.some(({ field, unfailed }) => unfailed === how && config[field] !== null)
}

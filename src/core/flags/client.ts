// Flags of the load client: timeouts, threads, connections, telemetry, profiling.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'
import { backendTraits, type BackendChoice } from '#core/backends/backend-traits.ts'
import { ignoresEos, type LengthChoice } from '#core/traits/dataset-traits.ts'
import { clockedS, loadTransports } from '#core/traits/load-traits.ts'
import {
  featureSender,
  loadHostNames,
  mixesJobs,
  repeatedHost,
  senderCount,
  senderName,
} from '#core/flags/load-senders.ts'
import type { Place } from '#core/flags/sender-traits.ts'
import { parseMetricSelector } from '#core/records/named-metric.ts'
import {
  count,
  type FlagRecords,
  nonNegativeInteger,
  onOff,
  seconds,
  optionalCount,
  optionalText,
} from './flag.ts'

/** Node limits timers to 24 days, so 20 days represent no limit. */
const timeLimit = z
  .number()
  .positive()
  .max(20 * 86_400)

const profileDurationDefault = 5

/** Null unless given. */
const metricSelectors = z
  .array(
    z
      .string()
      .max(300)
      .refine((text) => parseMetricSelector(text) !== null, {
        error: () => schemaText(message('config.selector')),
      }),
  )
  .min(1)
  .max(20)
  .nullable()
  .default(null)

type Clock = Readonly<{ durationMinutes: number | null }>
type ProfileChoice = Readonly<{
  profile: boolean
  profileBatchThreshold: number | null
  profileDuration: number
}>

export const clientFlags = {
  readyCheckTimeoutSec: {
    schema: nonNegativeInteger.default(0),
    kind: 'integer',
    metavar: 'S',
    unit: 's',
    summary: 'Time to wait for a first successful response before measuring; 0 skips the wait.',
    difference: 'Retries every second instead of every five, and also covers the list of models.',
    label: 'Wait for the server',
    defaultsByProfile: { '2025-10': 600, 'vllm-0.11': 600 },
  },
  requestTimeoutSec: {
    ...seconds,
    /** Limit for one whole request. The default is the fixed timeout of vLLM's client. */
    schema: timeLimit.default(6 * 3600),
    summary: 'Timeout of one attempt of a request; it is then aborted and counts as failed.',
    label: 'Request timeout',
    formerNames: ['--omni-request-timeout-s'],
    knownTo: 'kneepoint',
  },
  stallTimeoutSec: {
    ...seconds,
    /** Limit between two chunks of a response; null applies only the limit of the whole request. */
    schema: timeLimit.nullable().default(null),
    summary: 'Abort a response that has started if no output arrives for this long.',
    label: 'Stall timeout',
    knownTo: 'kneepoint',
  },
  runTimeoutSec: {
    ...seconds,
    /** Limit for the measured part; null for no limit. */
    schema: timeLimit.nullable().default(null),
    summary: 'End the run after this time: stop sending and abort requests in flight.',
    label: 'Run timeout',
    knownTo: 'kneepoint',
    rules: {
      broken: (config: Clock & { runTimeoutSec: number | null }) =>
        (config.runTimeoutSec ?? Infinity) <= (clockedS(config) ?? 0),
      message: message('config.timeoutInDuration'),
    },
  },
  maxConnectionErrors: {
    ...count,
    /** Limit on consecutive requests that could not reach the server; 0 for no limit. */
    schema: nonNegativeInteger.default(100),
    unit: 'requests',
    summary:
      'End the run after this many refused connections in a row; 0 never ends it, as in vLLM.',
    label: 'Connection errors',
    knownTo: 'kneepoint',
    defaultsByProfile: {
      ...{ 'vllm-0.33': 0, 'vllm-0.30': 0, 'vllm-0.27': 0, '2025-10': 0, 'vllm-0.11': 0 },
      ...{ 'vllm-0.9': 0, 'vllm-0.7': 0, 'vllm-0.5': 0 },
    },
  },
  maxErrors: {
    ...count,
    /** Null for no limit. */
    schema: nonNegativeInteger.nullable().default(null),
    unit: 'requests',
    summary: 'End the run when more than this many requests have failed.',
    label: 'Errors',
    knownTo: 'kneepoint',
  },
  maxErrorRate: {
    /** Share of ended requests, 0–1; null for no limit. */
    schema: z.number().min(0).max(1).nullable().default(null),
    kind: 'number',
    metavar: 'SHARE',
    summary:
      'End the run once 20 requests have ended and more than this share of them failed, such as 0.1.',
    label: 'Error rate',
    knownTo: 'kneepoint',
  },
  telemetryRateHz: {
    /** Samples of server and GPUs per second. More than 5 would add load. */
    schema: z.number().min(1).max(5).default(1),
    kind: 'number',
    metavar: 'N',
    unit: 'Hz',
    summary: 'Samples of the server and its GPUs per second during a run, 1 to 5.',
    label: 'Telemetry rate',
    knownTo: 'kneepoint',
  },
  telemetryMetric: {
    schema: metricSelectors,
    kind: 'words',
    addsUp: true,
    metavar: 'NAME',
    summary:
      'Sample further Prometheus metrics: NAME{label="value"}; rates of counters, means of histograms.',
    label: 'Further metrics',
    knownTo: 'kneepoint',
  },
  ignoreEos: {
    ...onOff,
    summary: 'Generate the full output length even if the model would stop (always for random).',
    label: 'Ignore end of text',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: (config: LengthChoice) =>
      backendTraits[config.backend].takesIgnoreEos && !ignoresEos({ ...config, ignoreEos: false }),
    rules: {
      broken: ({ backend, ignoreEos }: LengthChoice) =>
        ignoreEos && !backendTraits[backend].takesIgnoreEos,
      message: ({ backend }: BackendChoice) => message('config.noIgnoreEos', { backend }),
    },
  },
  clientThreads: {
    ...optionalCount,
    /** Null chooses the number from the load. */
    unit: 'threads',
    summary: 'Client threads that send and read; chosen to suit the load by default.',
    label: 'Client threads',
    knownTo: 'kneepoint',
  },
  coldConnections: {
    ...onOff,
    summary: 'Open connections only when requests need them, so that connecting is measured.',
    label: 'Cold connections',
    knownTo: 'kneepoint',
    affects: 'latencies',
  },
  transport: {
    schema: z.enum(loadTransports).default('native'),
    kind: 'choice',
    choices: loadTransports,
    summary:
      'HTTP client that sends the load: our HTTP/1.1 reader, or undici over HTTP/1.1 or HTTP/2.',
    label: 'Transport',
    knownTo: 'kneepoint',
    affects: 'latencies',
  },
  on: {
    /** Host that sends the load; null for this computer. */
    ...optionalText('HOST[,HOST...]'),
    summary:
      'Hosts that send the load, slurm:LOGIN or kubernetes:CONTEXT; they resolve the server address.',
    label: 'Sent from',
    section: 'target',
    knownTo: 'kneepoint',
    affects: 'latencies',
    rules: [
      {
        broken: ({ on }: Place) => loadHostNames(on).includes(''),
        message: message('config.emptyHost'),
      },
      {
        broken: ({ on }: Place) =>
          senderName(on) === '' && featureSender(on)?.unnamed !== undefined,
        message: ({ on }: Place) => featureSender(on)?.unnamed ?? message('config.emptyHost'),
      },
      {
        broken: ({ on }: Place) => mixesJobs(on),
        message: message('config.jobAndHosts'),
      },
      {
        broken: ({ on }: Place) => repeatedHost(on) !== null,
        message: ({ on }: Place) => message('config.hostTwice', { host: repeatedHost(on) }),
      },
      {
        broken: (config: Place & Readonly<{ maxConcurrency: number | null }>) =>
          senderCount(config) > (config.maxConcurrency ?? Infinity),
        message: (config: Place) =>
          message('config.moreHostsThanPlaces', { count: senderCount(config) }),
      },
    ],
  },
  allowClockSkew: {
    ...onOff,
    summary: 'Accept hosts of --on whose clocks differ by more than 10 s.',
    label: 'Allow clock skew',
    section: 'target',
    knownTo: 'kneepoint',
    appliesTo: (config: Place) => senderCount(config) > 1,
  },
  profile: {
    ...onOff,
    summary: "Run the server's profiler during the measured part.",
    difference: 'Warns if the profiler cannot be started or stopped.',
    label: 'Profile the server',
  },
  profileBatchThreshold: {
    ...optionalCount,
    /** Batch size at which profiling starts; null profiles the whole run. */
    unit: 'requests',
    summary: 'Start the profiler once the server runs this many requests at the same time.',
    difference: 'Sums the requests of all engines, and warns if the threshold is never reached.',
    label: 'Profile from a batch of',
    appliesTo: ({ profile }: ProfileChoice) => profile,
    knownTo: 'vllm-rust',
    rules: {
      broken: ({ profile, profileBatchThreshold }: ProfileChoice) =>
        profileBatchThreshold !== null && !profile,
      message: message('config.profileMissing'),
    },
  },
  profileDuration: {
    ...seconds,
    schema: z.number().positive().max(86_400).default(profileDurationDefault),
    summary: 'Duration of profiling once the server runs that many requests.',
    label: 'Profile for',
    appliesTo: ({ profileBatchThreshold }: ProfileChoice) => profileBatchThreshold !== null,
    knownTo: 'vllm-rust',
    rules: {
      broken: ({ profileBatchThreshold, profileDuration }: ProfileChoice) =>
        profileBatchThreshold === null && profileDuration !== profileDurationDefault,
      message: message('config.profileThresholdMissing'),
    },
  },
} satisfies FlagRecords

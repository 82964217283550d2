// How the client runs the load: time limits, threads, connections, telemetry, profiling.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { backendTraits, type BackendChoice } from '#core/model/benchmark/backend-traits.ts'
import { ignoresEos, type LengthChoice } from '#core/model/benchmark/ignores-eos.ts'
import { clockedS } from '#core/model/benchmark/load-traits.ts'
import { loadHostNames, repeatedHost } from '#core/model/host/load-hosts.ts'
import { loadTransports } from '#core/model/benchmark/load-transports.ts'
import type { FlagRecords } from './flag.ts'
import { nonNegativeInteger, positiveInteger } from './value-schemas.ts'

/** Node's timers reach 24 days, so 20 days serve as no limit. */
const timeLimit = z
  .number()
  .positive()
  .max(20 * 86_400)

const profileDurationDefault = 5

type Clock = Readonly<{ durationMinutes: number | null }>
type LoadHosts = Readonly<{ on: string | null }>
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
    summary: 'How long to wait for a first successful response before measuring; 0 skips it.',
    difference: 'Tries every second, not every five, and covers the list of models as well.',
    label: 'Wait for the server',
    place: 'more',
    defaultsByProfile: { '2025-10': 600, 'vllm-0.11': 600 },
  },
  requestTimeoutSec: {
    /** Limit for one request as a whole. The default is the fixed limit of vLLM's client. */
    schema: timeLimit.default(6 * 3600),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Timeout for one request as a whole; then it is aborted and counts as failed.',
    label: 'Limit per request',
    place: 'more',
    knownTo: 'kneepoint',
  },
  stallTimeoutSec: {
    /** Limit between two chunks of a response; null applies only the limit of the request. */
    schema: timeLimit.nullable().default(null),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Abort a started response after this long without output.',
    label: 'Limit on stalls',
    place: 'more',
    knownTo: 'kneepoint',
  },
  runTimeoutSec: {
    /** Limit for the measured part; null is no limit. */
    schema: timeLimit.nullable().default(null),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'End the run after this long: send nothing more, abort what is in flight.',
    label: 'Limit for the run',
    place: 'more',
    knownTo: 'kneepoint',
    rules: [
      {
        broken: (config: Clock & { runTimeoutSec: number | null }) =>
          (config.runTimeoutSec ?? Infinity) <= (clockedS(config) ?? 0),
        message: message('config.timeoutInDuration'),
      },
    ],
  },
  maxConnectionErrors: {
    /** Of requests in succession that found no server; 0: no limit. */
    schema: nonNegativeInteger.default(100),
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'End the run after this many refused connections in a row; 0, as in vLLM, never does.',
    label: 'Connection errors',
    place: 'more',
    knownTo: 'kneepoint',
    defaultsByProfile: {
      ...{ 'vllm-0.33': 0, 'vllm-0.30': 0, 'vllm-0.27': 0, '2025-10': 0, 'vllm-0.11': 0 },
      ...{ 'vllm-0.9': 0, 'vllm-0.7': 0, 'vllm-0.5': 0 },
    },
  },
  telemetryRateHz: {
    /** Samples of server and GPUs per second. More than 5 would add load. */
    schema: z.number().min(1).max(5).default(1),
    kind: 'number',
    metavar: 'N',
    unit: 'Hz',
    summary: 'How often to sample the server and its GPUs during a run, from 1 to 5 per second.',
    label: 'Telemetry rate',
    place: 'more',
    knownTo: 'kneepoint',
  },
  ignoreEos: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Generate to the full length even if the model would stop (always for random).',
    label: 'Ignore end of text',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: (config: LengthChoice) =>
      backendTraits[config.backend].takesIgnoreEos && !ignoresEos({ ...config, ignoreEos: false }),
    rules: [
      {
        broken: ({ backend, ignoreEos }: LengthChoice) =>
          ignoreEos && !backendTraits[backend].takesIgnoreEos,
        message: ({ backend }: BackendChoice) => message('config.noIgnoreEos', { backend }),
      },
    ],
  },
  clientThreads: {
    /** Null chooses the number from the load. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'threads',
    summary: 'Client threads that send and read; by default chosen for the load.',
    label: 'Client threads',
    place: 'more',
    knownTo: 'kneepoint',
  },
  coldConnections: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Open connections only when requests need them, as a part of the measurement.',
    label: 'Cold connections',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'latencies',
  },
  transport: {
    schema: z.enum(loadTransports).default('native'),
    kind: 'choice',
    choices: loadTransports,
    summary: 'Transport of the load: our HTTP/1.1 reader, or undici over HTTP/1.1 or HTTP/2.',
    label: 'Transport',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'latencies',
  },
  on: {
    /** The host that sends the load; null is this computer. */
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'HOST[,HOST...]',
    summary: 'Hosts that send the load, over SSH; the server address is as seen from there.',
    label: 'Sent from',
    place: 'more',
    section: 'target',
    knownTo: 'kneepoint',
    affects: 'latencies',
    rules: [
      {
        broken: ({ on }: LoadHosts) => loadHostNames(on).includes(''),
        message: message('config.emptyHost'),
      },
      {
        broken: ({ on }: LoadHosts) => repeatedHost(on) !== null,
        message: ({ on }: LoadHosts) => message('config.hostTwice', { host: repeatedHost(on) }),
      },
      {
        broken: ({ on, maxConcurrency }: LoadHosts & Readonly<{ maxConcurrency: number | null }>) =>
          loadHostNames(on).length > (maxConcurrency ?? Infinity),
        message: ({ on }: LoadHosts) =>
          message('config.moreHostsThanPlaces', { count: loadHostNames(on).length }),
      },
    ],
  },
  allowClockSkew: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Accept several hosts of --on whose clocks are more than 10 s off.',
    label: 'Allow clock skew',
    place: 'more',
    section: 'target',
    knownTo: 'kneepoint',
    appliesTo: ({ on }: LoadHosts) => loadHostNames(on).length > 1,
  },
  profile: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: "Switch the server's profiler on for the measured part.",
    difference: 'One that cannot be started or stopped is a warning, not silence.',
    label: 'Profile the server',
    place: 'more',
  },
  profileBatchThreshold: {
    /** Batch size at which profiling starts; null profiles the whole run. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Start the profiler only when the server runs this many requests at once.',
    difference: 'Requests of all engines are summed; a threshold never reached is a warning.',
    label: 'Profile from a batch of',
    place: 'more',
    appliesTo: ({ profile }: ProfileChoice) => profile,
    knownTo: 'vllm-rust',
    rules: [
      {
        broken: ({ profile, profileBatchThreshold }: ProfileChoice) =>
          profileBatchThreshold !== null && !profile,
        message: message('config.profileMissing'),
      },
    ],
  },
  profileDuration: {
    schema: z.number().positive().max(86_400).default(profileDurationDefault),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'How long to profile once the server runs that many requests.',
    label: 'Profile for',
    place: 'more',
    appliesTo: ({ profileBatchThreshold }: ProfileChoice) => profileBatchThreshold !== null,
    knownTo: 'vllm-rust',
    rules: [
      {
        broken: ({ profileBatchThreshold, profileDuration }: ProfileChoice) =>
          profileBatchThreshold === null && profileDuration !== profileDurationDefault,
        message: message('config.profileThresholdMissing'),
      },
    ],
  },
} satisfies FlagRecords

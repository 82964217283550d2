// When requests are sent, how many are in flight, and what the client does around the load.
import { z } from 'zod'
import { backendTraits } from '#core/model/benchmark/backend-traits.ts'
import {
  datasetTraits,
  isSelfTimed,
  type SelfTiming,
} from '#core/model/benchmark/dataset-traits.ts'
import { ignoresEos, type LengthChoice } from '#core/model/benchmark/ignores-eos.ts'
import type { RateChoice } from '#core/model/benchmark/load-traits.ts'
import type { DatasetChoice } from './dataset-choice.ts'
import type { FlagRecords } from './flag.ts'
import { nonNegativeInteger, positiveInteger, positiveOrInfinite } from './value-schemas.ts'

/** Timers of Node reach 24 days; a limit of 20 is none. */
const timeLimit = z
  .number()
  .positive()
  .max(20 * 86_400)

export const profileDurationDefault = 5

const isRamp = ({ rampUpStrategy }: Pick<RateChoice, 'rampUpStrategy'>): boolean =>
  rampUpStrategy !== null

export const trafficFlags = {
  requestRate: {
    schema: positiveOrInfinite.default('inf'),
    kind: 'rate',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Requests that leave per second on average; inf sends all of them at once.',
    label: 'Request rate',
    place: 'front',
    after: 'selfTimed',
    appliesTo: (config: SelfTiming) => !isSelfTimed(config),
  },
  burstiness: {
    schema: positiveOrInfinite.default(1),
    kind: 'rate',
    metavar: 'SHAPE',
    summary: 'How even arrivals are: 1 is Poisson, less comes in bursts, inf is a metronome.',
    label: 'Burstiness',
    place: 'front',
    after: 'maxConcurrency',
    appliesTo: ({ requestRate, rampUpStrategy }: RateChoice) =>
      requestRate !== 'inf' || rampUpStrategy !== null,
  },
  maxConcurrency: {
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Requests under way at a time; those above the limit wait their turn.',
    difference: '0 is refused; connections are not limited by it.',
    label: 'Max concurrency',
    place: 'front',
    after: 'requestRate',
    rustNames: ['--multi-turn-concurrency'],
  },
  durationMinutes: {
    /** Null sends a number of requests; else they are sent for that long. */
    schema: z.number().positive().finite().nullable().default(null),
    kind: 'number',
    metavar: 'MIN',
    unit: 'min',
    summary:
      'Send for this long instead of a number of requests, then await the answers under way.',
    difference:
      'Of a private fork; prompts are made for the whole time and repeated only where there are too few.',
    label: 'Duration',
    place: 'more',
    knownTo: 'kneepoint',
  },
  selfTimed: {
    /** Null is "where the dataset has times". */
    schema: z.boolean().nullable().default(null),
    kind: 'switch',
    summary: 'Send at the times the dataset recorded; so it is with timed_trace unless turned off.',
    difference: 'Requests with a rate or a ramp beside it are refused.',
    label: 'Recorded times',
    place: 'front',
    appliesTo: ({ datasetName }: DatasetChoice) => datasetTraits[datasetName].hasOwnTimes,
  },
  rampUpStrategy: {
    schema: z.enum(['linear', 'exponential']).nullable().default(null),
    kind: 'choice',
    choices: ['linear', 'exponential'],
    summary: 'Raise the request rate over the run, in equal steps or equal factors.',
    label: 'Ramp',
    place: 'more',
    appliesTo: (config: SelfTiming) => !isSelfTimed(config),
  },
  rampUpStartRps: {
    schema: nonNegativeInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Request rate a ramp starts with.',
    difference: '0 is refused for a linear ramp as well: its first request would never leave.',
    label: 'Ramp starts at',
    place: 'more',
    appliesTo: isRamp,
  },
  rampUpEndRps: {
    schema: nonNegativeInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Request rate a ramp ends with.',
    label: 'Ramp ends at',
    place: 'more',
    appliesTo: isRamp,
  },
  numWarmups: {
    schema: nonNegativeInteger.default(0),
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Requests to send and await before measuring starts.',
    label: 'Warm-up requests',
    place: 'more',
  },
  warmUpSeconds: {
    /** Of the same load, up to the start of what is measured; 0 is none. */
    schema: z.number().min(0).max(3600).default(0),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Put the same load on the server for this long before; measuring starts in its midst.',
    label: 'Warm-up load',
    place: 'more',
    knownTo: 'kneepoint',
  },
  probeRequestRate: {
    /** Per second; 0 sends none. */
    schema: z.number().min(0).max(1000).default(0),
    kind: 'number',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Send the smallest of requests beside the load, so many per second, and time them.',
    difference:
      'Probes leave on schedule, not so long after the answer before, and stretch no run.',
    label: 'Probes',
    place: 'more',
  },
  readyCheckTimeoutSec: {
    schema: nonNegativeInteger.default(0),
    kind: 'integer',
    metavar: 'S',
    unit: 's',
    summary: 'How long to wait for a first good answer before measuring; 0 does not ask for one.',
    difference: 'Tries every second, not every five, and covers the list of models as well.',
    label: 'Wait for the server',
    place: 'more',
    defaultsByProfile: { '2025-10': 600, 'vllm-0.11': 600 },
  },
  requestTimeoutSec: {
    /** For one whole request; the original's own limit, which it cannot be told. */
    schema: timeLimit.default(6 * 3600),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'How long one request may take as a whole; then it is cut and counts as failed.',
    label: 'Limit per request',
    place: 'more',
    knownTo: 'kneepoint',
  },
  stallTimeoutSec: {
    /** Between two pieces of output of one answer; null waits as long as the request may take. */
    schema: timeLimit.nullable().default(null),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Cut an answer that has begun when none of its output came for this long.',
    label: 'Limit on stalls',
    place: 'more',
    knownTo: 'kneepoint',
  },
  runTimeoutSec: {
    /** For all that is measured; null has none. */
    schema: timeLimit.nullable().default(null),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'End the run after this long: nothing leaves any more, what is under way is cut.',
    label: 'Limit for the run',
    place: 'more',
    knownTo: 'kneepoint',
  },
  telemetryRateHz: {
    /** How often server and GPUs are asked while a run goes on; more would be load of its own. */
    schema: z.number().min(1).max(5).default(1),
    kind: 'number',
    metavar: 'N',
    unit: 'Hz',
    summary:
      'How often the server and its GPUs are asked while a run goes on, from 1 to 5 a second.',
    label: 'Telemetry rate',
    place: 'more',
    knownTo: 'kneepoint',
  },
  ignoreEos: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Generate to the full length even where the model would stop (always so for random).',
    label: 'Ignore end of text',
    place: 'front',
    generationOnly: true,
    appliesTo: (config: LengthChoice) =>
      backendTraits[config.backend].takesIgnoreEos && !ignoresEos({ ...config, ignoreEos: false }),
  },
  clientThreads: {
    /** Null is as many as the load is worth. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'threads',
    summary: 'Threads of our own to send and read with; by default as many as the load is worth.',
    label: 'Client threads',
    place: 'more',
    knownTo: 'kneepoint',
  },
  coldConnections: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Open connections only when requests need them, within what is measured.',
    label: 'Cold connections',
    place: 'more',
    knownTo: 'kneepoint',
  },
  on: {
    /** The host that sends the load; null is this computer. */
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'HOST',
    summary: 'Host that sends the load, over SSH; the address of the server is as it is there.',
    label: 'Sent from',
    place: 'more',
    section: 'target',
    knownTo: 'kneepoint',
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
    /** Requests in a batch from which on the server is profiled; null profiles the whole run. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Start the profiler only when the server runs this many requests at once.',
    difference: 'Requests of all engines are summed; a threshold never reached is a warning.',
    label: 'Profile from a batch of',
    place: 'more',
    appliesTo: ({ profile }: { profile: boolean }) => profile,
    knownTo: 'vllm-rust',
  },
  profileDuration: {
    schema: z.number().positive().max(86_400).default(profileDurationDefault),
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'How long to profile once the server runs that many requests.',
    label: 'Profile for',
    place: 'more',
    appliesTo: ({ profileBatchThreshold }: { profileBatchThreshold: number | null }) =>
      profileBatchThreshold !== null,
    knownTo: 'vllm-rust',
  },
} satisfies FlagRecords

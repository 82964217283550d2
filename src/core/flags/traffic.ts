// When requests are sent, and how many are in flight.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { backendTraits, type BackendChoice } from '#core/backends/backend-traits.ts'
import { datasetTraits, isSelfTimed, type SelfTiming } from '#core/traits/dataset-traits.ts'
import {
  canWarmUp,
  changesRate,
  type RateChoice,
  type LoadTiming,
} from '#core/traits/load-traits.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import {
  count,
  type DatasetChoice,
  type FlagRecords,
  nonNegativeInteger,
  positiveOrInfinite,
  seconds,
  optionalCount,
  optionalText,
} from './flag.ts'

const isRamp = ({ rampUpStrategy }: Pick<RateChoice, 'rampUpStrategy'>): boolean =>
  rampUpStrategy !== null

type Ramp = Pick<RateChoice, 'rampUpStrategy'> &
  Readonly<{ rampUpStartRps: number | null; rampUpEndRps: number | null }>
type Clock = Readonly<{ durationMinutes: number | null }>
type ProbeChoice = BackendChoice & Readonly<{ probeRequestRate: number }>
export const trafficFlags = {
  requestRate: {
    schema: positiveOrInfinite.default('inf'),
    kind: 'rate',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Average number of requests sent per second; inf sends all at once.',
    label: 'Request rate',
    place: 'front',
    after: 'selfTimed',
    affects: 'load',
    appliesTo: (config: SelfTiming) => !isSelfTimed(config),
    rules: {
      broken: (config: SelfTiming & RateChoice) =>
        isSelfTimed(config) && (config.requestRate !== 'inf' || changesRate(config)),
      message: message('config.timesOfTrace'),
    },
  },
  burstiness: {
    schema: positiveOrInfinite.default(1),
    kind: 'rate',
    metavar: 'SHAPE',
    summary: 'Regularity of arrivals: 1 is Poisson, lower values are burstier, inf is constant.',
    label: 'Burstiness',
    place: 'front',
    after: 'maxConcurrency',
    affects: 'load',
    appliesTo: (config: RateChoice) => config.requestRate !== 'inf' || changesRate(config),
  },
  maxConcurrency: {
    ...optionalCount,
    unit: 'requests',
    summary: 'Maximum number of requests in flight; further requests wait.',
    difference: '0 is rejected; it does not limit connections.',
    label: 'Max concurrency',
    place: 'front',
    after: 'requestRate',
    rustNames: ['--multi-turn-concurrency'],
    affects: 'load',
  },
  durationMinutes: {
    /** Null: send numPrompts requests. */
    schema: z.number().positive().finite().nullable().default(null),
    kind: 'number',
    metavar: 'MIN',
    unit: 'min',
    summary:
      'Send for this long instead of a fixed number of requests, then wait for the last responses.',
    difference:
      'Of a private fork; prompts are made for the whole time and repeated only where there are too few.',
    label: 'Duration',
    knownTo: 'kneepoint',
    affects: 'length',
    rules: [
      {
        broken: ({ durationMinutes, requestRate, maxConcurrency }: Clock & LoadTiming) =>
          durationMinutes !== null && requestRate === 'inf' && maxConcurrency === null,
        message: message('config.unlimitedDuration'),
      },
      {
        broken: (config: Clock & LoadTiming) =>
          config.durationMinutes !== null && (changesRate(config) || isSelfTimed(config)),
        message: message('config.fixedDuration'),
      },
    ],
  },
  selfTimed: {
    /** Null: when the dataset has times. */
    schema: z.boolean().nullable().default(null),
    kind: 'switch',
    summary: 'Send at the times recorded in the dataset; on by default for timed_trace.',
    difference: 'Cannot be combined with a rate or a ramp.',
    label: 'Recorded times',
    place: 'front',
    affects: 'load',
    appliesTo: ({ datasetName }: DatasetChoice) => datasetTraits[datasetName].hasOwnTimes,
    rules: {
      broken: ({ datasetName, selfTimed }: SelfTiming) =>
        selfTimed !== null && !datasetTraits[datasetName].hasOwnTimes,
      message: message('config.noTimes'),
    },
  },
  rampUpStrategy: {
    schema: z.enum(['linear', 'exponential']).nullable().default(null),
    kind: 'choice',
    choices: ['linear', 'exponential'],
    summary: 'Increase the request rate during the run, linearly or exponentially.',
    label: 'Ramp',
    affects: 'load',
    appliesTo: (config: SelfTiming) => !isSelfTimed(config),
    rules: [
      {
        broken: (config: Ramp & { compat: CompatProfileName }) =>
          isRamp(config) && compatProfileOf(config).workload.schedule === 'slept',
        message: message('config.profileWithoutRamp'),
      },
      {
        broken: (config: RateChoice) => isRamp(config) && config.requestRate !== 'inf',
        message: message('config.rampSetsRate'),
      },
    ],
  },
  requestRateSeries: {
    /** Path; null: one rate. */
    ...optionalText('FILE'),
    summary:
      'Rates over time from JSON: {"points": [{"time_s": 0, "qps": 5}, …]}, joined by lines.',
    label: 'Series of rates',
    knownTo: 'kneepoint',
    affects: 'load',
    appliesTo: (config: SelfTiming) => !isSelfTimed(config),
    rules: [
      {
        broken: (config: RateChoice) =>
          config.requestRateSeries !== null && (config.requestRate !== 'inf' || isRamp(config)),
        message: message('config.seriesSetsRate'),
      },
      {
        broken: (config: RateChoice & { compat: CompatProfileName }) =>
          config.requestRateSeries !== null &&
          compatProfileOf(config).workload.schedule === 'slept',
        message: message('config.profileWithoutRamp'),
      },
    ],
  },
  rampUpStartRps: {
    schema: nonNegativeInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Request rate at the start of the ramp.',
    difference:
      '0 is rejected for a linear ramp too, because its first request would never be sent.',
    label: 'Ramp starts at',
    affects: 'load',
    appliesTo: isRamp,
    rules: [
      {
        broken: (config: Ramp) =>
          isRamp(config) && (config.rampUpStartRps === null || config.rampUpEndRps === null),
        message: message('config.rampEnds'),
      },
      {
        broken: (config: Ramp) =>
          isRamp(config) && (config.rampUpStartRps ?? 0) > (config.rampUpEndRps ?? Infinity),
        message: message('config.rampFalls'),
      },
      {
        broken: (config: Ramp) => isRamp(config) && config.rampUpStartRps === 0,
        message: message('config.rampFromZero'),
      },
    ],
  },
  rampUpEndRps: {
    schema: nonNegativeInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Request rate at the end of the ramp.',
    label: 'Ramp ends at',
    affects: 'load',
    appliesTo: isRamp,
  },
  numWarmups: {
    ...count,
    schema: nonNegativeInteger.default(0),
    unit: 'requests',
    summary: 'Warm-up requests to complete before measuring starts.',
    label: 'Warm-up requests',
    isNamed: true,
  },
  warmUpSeconds: {
    ...seconds,
    /** Same load before measuring starts; 0: none. */
    schema: z.number().min(0).max(3600).default(0),
    summary:
      'Send the same load for this long before measuring; measuring then starts without a pause.',
    label: 'Warm-up load',
    isNamed: true,
    knownTo: 'kneepoint',
    rules: {
      broken: (config: LoadTiming & { warmUpSeconds: number }) =>
        config.warmUpSeconds > 0 && !canWarmUp(config),
      message: message('config.steadyState'),
    },
  },
  probeRequestRate: {
    /** Per second; 0: no probes. */
    schema: z.number().min(0).max(1000).default(0),
    kind: 'number',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Also send minimal requests at this rate during the load, and report their latencies.',
    difference:
      'Probes are sent on schedule, not after the previous response, and do not lengthen the run.',
    label: 'Probes',
    affects: 'load',
    rules: [
      {
        broken: ({ backend, probeRequestRate }: ProbeChoice) =>
          probeRequestRate > 0 && backendTraits[backend].ranksDocuments,
        message: message('config.rerankProbe'),
      },
      {
        broken: ({ backend, probeRequestRate }: ProbeChoice) =>
          probeRequestRate > 0 && backendTraits[backend].takesMedia.includes('recording'),
        message: message('config.probeOfAudio'),
      },
    ],
  },
} satisfies FlagRecords

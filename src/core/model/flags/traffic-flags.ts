// Flags that say when requests leave and how many may be under way.
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import type { FlagText } from './flag.ts'

export const trafficFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'requestRate',
    kind: 'rate',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Requests that leave per second on average; inf sends all of them at once.',
  },
  {
    field: 'burstiness',
    kind: 'rate',
    metavar: 'SHAPE',
    summary: 'How even arrivals are: 1 is Poisson, less comes in bursts, inf is a metronome.',
  },
  {
    field: 'maxConcurrency',
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Requests under way at a time; those above the limit wait their turn.',
  },
  {
    field: 'durationMinutes',
    kind: 'number',
    metavar: 'MIN',
    unit: 'min',
    summary:
      'Send for this long instead of a number of requests, then await the answers under way.',
  },
  {
    field: 'selfTimed',
    kind: 'switch',
    summary: 'Send at the times the dataset recorded; so it is with timed_trace unless turned off.',
  },
  {
    field: 'rampUpStrategy',
    kind: 'choice',
    choices: ['linear', 'exponential'],
    summary: 'Raise the request rate over the run, in equal steps or equal factors.',
  },
  {
    field: 'rampUpStartRps',
    kind: 'integer',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Request rate a ramp starts with.',
  },
  {
    field: 'rampUpEndRps',
    kind: 'integer',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Request rate a ramp ends with.',
  },
  {
    field: 'numWarmups',
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Requests to send and await before measuring starts.',
  },
  {
    field: 'warmUpSeconds',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Put the same load on the server for this long before; measuring starts in its midst.',
  },
  {
    field: 'probeRequestRate',
    kind: 'number',
    metavar: 'RATE',
    unit: 'req/s',
    summary: 'Send the smallest of requests beside the load, so many per second, and time them.',
  },
  {
    field: 'readyCheckTimeoutSec',
    kind: 'integer',
    metavar: 'S',
    unit: 's',
    summary: 'How long to wait for a first good answer before measuring; 0 does not ask for one.',
  },
  {
    field: 'requestTimeoutSec',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'How long one request may take as a whole; then it is cut and counts as failed.',
  },
  {
    field: 'stallTimeoutSec',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'Cut an answer that has begun when none of its output came for this long.',
  },
  {
    field: 'runTimeoutSec',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'End the run after this long: nothing leaves any more, what is under way is cut.',
  },
  {
    field: 'telemetryRateHz',
    kind: 'number',
    metavar: 'N',
    unit: 'Hz',
    summary:
      'How often the server and its GPUs are asked while a run goes on, from 1 to 5 a second.',
  },
  {
    field: 'ignoreEos',
    kind: 'switch',
    summary: 'Generate to the full length even where the model would stop (always so for random).',
  },
  {
    field: 'clientThreads',
    kind: 'integer',
    metavar: 'N',
    unit: 'threads',
    summary: 'Threads of our own to send and read with; by default as many as the load is worth.',
  },
  {
    field: 'coldConnections',
    kind: 'switch',
    summary: 'Open connections only when requests need them, within what is measured.',
  },
  {
    field: 'on',
    kind: 'text',
    metavar: 'HOST',
    summary: 'Host that sends the load, over SSH; the address of the server is as it is there.',
  },
  {
    field: 'profile',
    kind: 'switch',
    summary: "Switch the server's profiler on for the measured part.",
  },
  {
    field: 'profileBatchThreshold',
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'Start the profiler only when the server runs this many requests at once.',
  },
  {
    field: 'profileDuration',
    kind: 'number',
    metavar: 'S',
    unit: 's',
    summary: 'How long to profile once the server runs that many requests.',
  },
]

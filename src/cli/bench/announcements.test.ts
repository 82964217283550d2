import { expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { inEnglish } from '#core/messages/message.ts'
import { planNotes, stepAnnouncement } from './announcements.ts'

test.each([
  [
    { requestRate: 4, maxConcurrency: 8 },
    [
      'Traffic request rate: 4.0',
      'Burstiness factor: 1.0 (Poisson process)',
      'Maximum request concurrency: 8',
    ],
  ],
  [
    { probeRequestRate: 2 },
    [
      'Traffic request rate: inf',
      'Burstiness factor: 1.0 (Poisson process)',
      'Maximum request concurrency: None',
      'Probe request rate: 2.0 req/s',
    ],
  ],
  [
    { burstiness: 'inf' },
    [
      'Traffic request rate: inf',
      'Burstiness factor: inf (Gamma distribution)',
      'Maximum request concurrency: None',
    ],
  ],
  [
    { datasetName: 'timed_trace', maxConcurrency: 8 },
    ['Self timing is set, using the timestamps from the trace file.'],
  ],
  [
    { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 9, burstiness: 0.5 },
    [
      'Traffic ramp-up strategy: linear.',
      'Will increase RPS from 1 to 9 RPS over the duration of the benchmark.',
      'Burstiness factor: 0.5 (Gamma distribution)',
      'Maximum request concurrency: None',
    ],
  ],
])('%j is announced as the original does', (config, lines) => {
  const whole = benchmarkFieldsSchema.parse(config)
  expect(stepAnnouncement('running', whole)).toEqual(['Starting main benchmark run...', ...lines])
})

test.each([
  ['takes minutes', 100, 200, 'The trace takes 200 s'],
  ['probably has seconds where milliseconds were read', 3, 0.0002, 'within 0.000200 s'],
])('a trace that %s is announced', (_, requests, lastDueS, text) => {
  const trace = benchmarkFieldsSchema.parse({ datasetName: 'timed_trace' })
  const [note] = planNotes(trace, { requests, lastDueS })
  expect(note && inEnglish(note)).toContain(text)
})

test.each([
  ['a trace of seconds', { datasetName: 'timed_trace' }, 2],
  ['a trace of one moment', { datasetName: 'timed_trace' }, 0],
  ['a load that is no trace', {}, 200],
])('%s is not', (_, fields, lastDueS) => {
  const config = benchmarkFieldsSchema.parse(fields)
  expect(planNotes(config, { requests: 3, lastDueS })).toEqual([])
})

import { expect, test } from 'vitest'
import { inEnglish } from '../messages/message.ts'
import { type SweepLogEntry, sweepLogEntrySchema } from '#core/model/sweep-log.ts'
import { tuningReports } from './feature-reports.ts'
import { logText } from './log-text.ts'

const chat = { backend: 'openai-chat', datasetName: 'sharegpt' } as const

type Reported = Readonly<{
  kind: SweepLogEntry['kind']
  values: SweepLogEntry['values']
  point?: number
  text: string
}>

const load = { requestRate: 8, maxConcurrency: 4 }
const server = { server: 'gpu-03', position: 0 }

const reported: readonly Reported[] = [
  { kind: 'started', values: { points: 6, servers: 1 }, text: 'Started: 6 points on 1 server.' },
  {
    kind: 'started',
    values: { points: 0, servers: 2 },
    text: 'Started: loads are searched for on 2 servers.',
  },
  {
    kind: 'resumed',
    values: { from: 'interrupted', left: 3 },
    text: 'Resumed after it was interrupted, 3 points to go.',
  },
  { kind: 'paused', values: { left: 1 }, text: 'Paused, 1 point to go.' },
  {
    kind: 'server-starting',
    values: { ...server, was: 'running', flags: '--max-num-seqs 64' },
    text: 'Starting gpu-03 with --max-num-seqs 64 (it was running).',
  },
  {
    kind: 'server-ready',
    values: { ...server, tookS: 41.26 },
    text: 'gpu-03 is ready after 41.3 s.',
  },
  {
    kind: 'server-failed',
    values: { ...server, message: 'Out of memory.', remedy: 'Use more GPUs.' },
    text: 'gpu-03 did not become ready: Out of memory. Use more GPUs.',
  },
  {
    kind: 'setting-chosen',
    values: { flags: '--max-num-seqs 64', why: 'promising', expected: 27.4, failure: 0.3 },
    text:
      'Next setting: --max-num-seqs 64, with the greatest expected improvement per second. A capacity of about 27.4 ' +
      'is expected. It may fail to start or run (probability 30 %).',
  },
  {
    kind: 'setting-chosen',
    values: { flags: '', why: 'defaults' },
    text: 'Next setting: the defaults, which all others are compared with.',
  },
  {
    kind: 'setting-left',
    values: { flags: '--max-num-seqs 8', why: 'surely-worse', capacity: 9.1, best: 27.4 },
    text: 'Done with --max-num-seqs 8: the capacity is surely below that of the best, 27.4.',
  },
  {
    kind: 'refining',
    values: { flags: '--max-num-seqs 64' },
    text: 'Measured again: --max-num-seqs 64, which may be the best.',
  },
  {
    kind: 'confirming',
    values: { flags: '' },
    text: 'Confirmation: the defaults, with a fresh start and new runs.',
  },
  {
    kind: 'answers-compared',
    values: { flags: '--max-num-seqs 64', equal: 0.875, exact: 6, prompts: 8 },
    text: '--max-num-seqs 64: 87.5 % of the tokens equal those of the defaults before the first difference; 6 of 8 responses match exactly.',
  },
  {
    kind: 'answers-unknown',
    values: { flags: '--max-num-seqs 64', reason: 'The server refused.' },
    text: '--max-num-seqs 64: its responses were not compared. The server refused.',
  },
  { kind: 'server-stopped', values: server, text: 'Stopped gpu-03, as it was before.' },
  { kind: 'caches-reset', values: {}, text: 'The caches of the server were reset.' },
  {
    kind: 'caches-kept',
    values: { reason: 'There is no such path.', remedy: 'Restart it.' },
    text: 'There is no such path. Restart it.',
  },
  {
    kind: 'load-chosen',
    values: { reason: 'doubling', repeat: 0, ...load },
    point: 2,
    text: 'Point 3: 8 req/s with at most 4 in flight is next: no load was too heavy so far.',
  },
  {
    kind: 'point-started',
    values: { attempt: 2, repeat: 1, warmUpS: 5, requestRate: 'inf', maxConcurrency: 4 },
    point: 0,
    text: 'Point 1: measuring 4 in flight, repeat 2, try 2, after 5 s of warm-up.',
  },
  {
    kind: 'point-ended',
    values: { status: 'completed', completed: 80, failed: 0, requestThroughput: 7.98 },
    point: 0,
    text: 'Point 1: completed. 80 requests completed, 0 failed, 7.98 requests/s.',
  },
  {
    kind: 'point-ended',
    values: { status: 'failed', reason: 'Connection refused.' },
    point: 0,
    text: 'Point 1: failed. Connection refused.',
  },
  {
    kind: 'point-retried',
    values: { reason: 'Connection refused.', attempt: 1, retries: 2 },
    point: 0,
    text: 'Point 1: Connection refused. Trying once more (1 of 2).',
  },
  {
    kind: 'point-skipped',
    values: { reason: 'saturated', by: 3, requestRate: 64 },
    point: 4,
    text: 'Point 5: 64 req/s is left out: the server was saturated at point 4 already.',
  },
  {
    kind: 'point-skipped',
    values: { reason: 'asked', requestRate: 'inf' },
    point: 4,
    text: 'Point 5: all at once was left out on request.',
  },
  {
    kind: 'saturated',
    values: { requestRate: 32 },
    point: 3,
    text: 'Point 4: the server is saturated at 32 req/s; heavier loads are left out.',
  },
  { kind: 'cooling-down', values: { seconds: 10 }, text: 'Cooling down for 10 s.' },
  {
    kind: 'search-ended',
    values: { kind: 'capacity', ending: 'precise', runs: 12, load: 104 },
    text: 'The search ended after 12 runs, the highest load within the limits was 104: the answer has the requested precision.',
  },
  {
    kind: 'ended',
    values: { status: 'completed', completed: 5, failed: 1, skipped: 0 },
    text: 'The sweep is complete: 5 points measured, 1 failed, 0 left out.',
  },
]

/** Their sentences belong to a feature. */
const ofTunings: readonly Reported['kind'][] = [
  ...(['setting-chosen', 'setting-left', 'refining', 'confirming'] as const),
  ...(['answers-compared', 'answers-unknown'] as const),
]
const readable = reported.filter(
  ({ kind }) => tuningReports !== undefined || !ofTunings.includes(kind),
)

test.each(readable)('$kind reads "$text"', ({ kind, values, point = null, text }) => {
  expect(inEnglish(logText({ atEpochMs: 0, kind, point, values }, chat))).toBe(text)
})

test('every kind has a sentence', () => {
  expect(new Set(reported.map(({ kind }) => kind))).toEqual(
    new Set(sweepLogEntrySchema.shape.kind.options),
  )
})

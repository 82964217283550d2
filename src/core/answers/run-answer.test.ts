import { expect, test } from 'vitest'
import { inEnglish, textIn } from '#core/messages/message.ts'
import { type TelemetrySummary, telemetrySummarySchema } from '#core/model/run/telemetry.ts'
import { generatedRun, type GeneratedLoad } from '#core/stats/fixtures/generated-run.ts'
import { runAnswer, type AnsweredRun } from './run-answer.ts'

function telemetry(running: number, queued: number): TelemetrySummary {
  return telemetrySummarySchema.parse({
    server: {
      requestsRunning: { mean: running, max: running },
      requestsWaiting: { mean: queued / 2, max: queued },
      kvCachePercent: null,
      preemptions: null,
    },
    gpu: null,
  })
}

function run(load: GeneratedLoad, changes: Partial<AnsweredRun> = {}): AnsweredRun {
  return { ...generatedRun({ seed: 3, ...load }), ...changes }
}

function queued(load: GeneratedLoad, waiting: number, changes: Partial<AnsweredRun> = {}) {
  const { config, summary } = generatedRun({ seed: 3, ...load })
  return { config, summary: { ...summary, telemetry: telemetry(24, waiting) }, ...changes }
}

const launch = {
  ...{ launchId: 'l', hostName: 'gpu-03', startup: {}, startedInMs: null, reach: null },
  ...{ gpus: [], driverVersion: null, command: 'vllm serve m --max-num-seqs 24 --port 8000' },
}

test.each<[string, string, AnsweredRun]>([
  ['kept the rate', 'Kept up: 9.78 req/s of 9.78 offered', run({ rate: 10, served: 40 })],
  [
    'fell behind, without a word of the server',
    'Fell behind: about 10 (9.05–11.6) req/s of 19.6 offered · 304 in flight at peak',
    run({ rate: 20, served: 10 }),
  ],
  [
    'fell behind at a full server',
    'Server full: 24 running, 489 queued at peak · about 10 (9.05–11.6) req/s of 19.6 offered',
    queued({ rate: 20, served: 10 }, 489),
  ],
  [
    'fell behind at a server of known size',
    'Server full: 24 of 24 slots busy, 489 queued at peak · about 10 (9.05–11.6) req/s of 19.6 offered',
    queued({ rate: 20, served: 10 }, 489, { launch }),
  ],
  [
    'was too short to tell',
    'Too short to show whether the server kept up: 10.3 req/s of 14 offered',
    run({ rate: 10, requests: 24 }),
  ],
  ['ran in a closed loop', '15 req/s with 16 in flight', run({ clients: 16 })],
  [
    'ran in a closed loop wider than the server',
    'Server full: 24 running, 40 queued at peak · 56.1 req/s',
    queued({ clients: 64 }, 40),
  ],
  [
    'sent all at once',
    'All at once: 100 requests done in 1.30 s · 76.9 req/s',
    run({ clients: 100, requests: 100, config: { maxConcurrency: null } }),
  ],
  [
    'changed its load by intent',
    'Ramp from 1 to 20 req/s: 600 requests done in 62.6 s · 9.59 req/s',
    run({ rate: 10, config: { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 20 } }),
  ],
  [
    'changed its load as a series says',
    'Series of rates: 600 requests done in 62.6 s · 9.59 req/s',
    run({ rate: 10, config: { requestRateSeries: '1,20,5' } }),
  ],
  [
    'lost requests',
    'Not usable: 150 of 600 requests failed (25 %)',
    run({ rate: 10, failed: 150 }),
  ],
  [
    'had no response',
    'Not usable: no request succeeded; 30 failed',
    run({ rate: 10, requests: 30, failed: 30 }),
  ],
  [
    'was limited by its client',
    'Not usable: 1 % of requests left more than 150 ms late',
    run({ rate: 10, client: { sendLagP99Us: 150_000 } }),
  ],
  [
    'was cancelled',
    'Cancelled: 597 requests done until then, 9.54 req/s',
    run({ rate: 10, cutOff: 3 }, { status: 'cancelled' }),
  ],
  [
    'was cancelled, and limited by its client',
    'Cancelled: 597 requests done until then, 9.54 req/s · not usable: 1 % of requests left more than 150 ms late',
    run({ rate: 10, cutOff: 3, client: { sendLagP99Us: 150_000 } }, { status: 'cancelled' }),
  ],
  [
    'was cancelled before a response',
    'Cancelled before anything was measured',
    run({ rate: 10, requests: 3, cutOff: 3 }, { status: 'cancelled' }),
  ],
  [
    'was cancelled after failures alone',
    'Cancelled before anything was measured · not usable: no request succeeded; 30 failed',
    run({ rate: 10, requests: 30, failed: 30 }, { status: 'cancelled' }),
  ],
  [
    'was cancelled at once',
    'Cancelled before anything was measured',
    { ...run({}), summary: null, status: 'cancelled' },
  ],
  [
    'failed at once',
    'Failed before anything was measured',
    { ...run({}), summary: null, status: 'failed' },
  ],
])('a run that %s: %s', (_, text, answered) => {
  const answer = runAnswer(answered)
  expect(answer && inEnglish(answer.line)).toBe(text)
  expect(answer && textIn('zh', answer.line)).not.toMatch(/[a-z]{4,}(?<!req)/)
})

test('a rate that was kept is the one of tables, however late its last responses were', () => {
  const { config, summary } = run({ rate: 10, served: 40 })
  const rate = summary?.certainty?.rate
  if (!summary?.certainty || !rate) throw new Error('the run has no rates')
  const late = { ...summary.certainty, rate: { ...rate, answered: 0.97 * rate.asked } }
  const answer = runAnswer({ config, summary: { ...summary, certainty: late } })
  expect(answer && inEnglish(answer.line)).toBe('Kept up: 9.78 req/s of 9.78 offered')
})

test('a ramp that rose above the capacity names what the server carried', () => {
  const ramp = { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 20 } as const
  const { config, summary } = run({ rate: 10, config: ramp })
  if (!summary?.certainty) throw new Error('the run has no certainty')
  const carried = { perS: 12, error: 0.02, mostPerS: 19 }
  const answer = runAnswer({
    config,
    summary: { ...summary, certainty: { ...summary.certainty, carried } },
  })
  expect(answer && inEnglish(answer.line)).toBe(
    'Fell behind above about 12 (11.4–12.6) req/s · Ramp from 1 to 20 req/s: 600 requests done in 62.6 s',
  )
})

test('an imported run has the figures of its file', () => {
  const imported = (knownFields: readonly ('model' | 'requestRate')[]): AnsweredRun => {
    const { config, summary } = generatedRun({ rate: 10, seed: 3 })
    return {
      config,
      summary: { ...summary, certainty: null, steadyState: null, client: null },
      imported: {
        ...{ fileName: 'f', importedAtEpochMs: 1, contentHash: 'c', backend: null },
        ...{ knownFields: [...knownFields], requests: 'none' },
      },
    }
  }
  const lines = [imported(['requestRate']), imported(['model'])].map((run) => {
    const answer = runAnswer(run)
    return answer && inEnglish(answer.line)
  })
  expect(lines).toEqual(['9.59 req/s of 10 offered', '600 requests done in 62.6 s: 9.59 req/s'])
})

test('a run that goes on has no answer yet', () => {
  expect(runAnswer({ ...run({}), status: 'running' })).toBeNull()
})

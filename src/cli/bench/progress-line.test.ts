import { expect, test } from 'vitest'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { inEnglish } from '#core/messages/message.ts'
import { progressBar, progressSentence } from './progress-line.ts'

const halfway: LoadProgress = {
  elapsedS: 12.4,
  planned: 200,
  sent: 116,
  completed: 83,
  failed: 2,
  rejected: 0,
  clientCancelled: 0,
  inFlight: 31,
  queued: 0,
  asked: 116,
  tokenEvents: 1000,
  recentTtftMs: null,
  recentE2elMs: null,
  recentItlMs: null,
  etaS: 3725,
  client: { sendLagP99Us: 0, readLagP99Us: 0, cpuShare: 0 },
}

test('a bar says how far, how fast, what is under way, what failed and how long still', () => {
  expect(progressBar(halfway, 100)).toBe(
    ' 42%|████████▌           | 85/200 [0:12, 1:02:05 left] 6.9 req/s, 31 in flight, 2 failed',
  )
})

test('on a narrow screen the bar gives way to the figures', () => {
  expect(progressBar(halfway, 76)).toBe(
    ' 42%|███▍    | 85/200 [0:12, 1:02:05 left] 6.9 req/s, 31 in flight, 2 failed',
  )
  expect(progressBar(halfway, 20)).toBe(' 42%|█▋  | 85/200 [0')
})

test('a line of a log says the same', () => {
  expect(inEnglish(progressSentence({ ...halfway, queued: 7 }))).toBe(
    '0:12  85/200 requests done, 6.9 req/s, 31 in flight, 7 waiting, 2 failed, 1:02:05 left',
  )
})

test('rejected requests are done, and not failed', () => {
  const refused = { ...halfway, rejected: 15 }
  expect(progressBar(refused, 100)).toBe(
    ' 50%|█████████         | 100/200 [0:12, 1:02:05 left] 8.1 req/s, 31 in flight, 2 failed, 15 rejected',
  )
  expect(inEnglish(progressSentence(refused))).toBe(
    '0:12  100/200 requests done, 8.1 req/s, 31 in flight, 2 failed, 15 rejected, 1:02:05 left',
  )
})

test('nothing is divided by a run that has not begun', () => {
  const before = { ...halfway, elapsedS: 0, planned: 0, completed: 0, failed: 0, etaS: null }
  expect(progressBar(before, 100)).toBe(
    '  0%|                    | 0/0 [0:00] 0.0 req/s, 31 in flight, 0 failed',
  )
})

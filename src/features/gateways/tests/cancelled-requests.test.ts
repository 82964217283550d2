// A benchmark that cancels requests, against the log of the server: which ones it lost, and what it generated for nothing.
// @module-tag nightly
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum } from '../../../../tests/command-line/built-programs.ts'

test.each(['20tok', '200ms'])('after %s', async (cancelAfter) => {
  const server = await simulate(['--seed', '4'])
  const load = ['--random-input-len', '32', '--random-output-len', '60', '--num-prompts', '24']
  const cancel = ['--cancel-after', cancelAfter, '--cancel-share', '0.5']
  const flags = [...load, '--request-rate', '30', ...cancel]
  const { output, result, requests } = await bench([server.baseUrl], flags)

  const log = await server.logged(24)
  const cut = log.filter(({ complete }) => !complete)
  expect(cut.length).toBeGreaterThan(5)
  const cancelled = requests.filter((row) => row['error_code'] === 'client-cancelled')
  expect(new Set(cancelled.map((row) => row['request_id']))).toEqual(
    new Set(cut.map(({ requestId }) => requestId)),
  )
  const counts = { completed: 24 - cut.length, failed: 0, client_cancelled: cut.length }
  expect(result).toMatchObject(counts)
  expect(printed(output, 'Requests cancelled by the client')).toBe(cut.length)
  expect(printed(output, 'Failed requests')).toBe(0)

  // Every token that the server generated for them, and what of it was received.
  const wasted = sum(cut.map(({ generatedTokens }) => generatedTokens ?? 0))
  const received = sum(cancelled.map((row) => Number(row['discarded_tokens'])))
  expect(result).toMatchObject({
    server_generated_tokens: sum(log.map(({ generatedTokens }) => generatedTokens ?? 0)),
    server_unused_tokens: wasted,
    server_unreceived_tokens: wasted - received,
    discarded_tokens: received,
  })
  expect(printed(output, 'Not part of a completed response')).toBe(wasted)

  for (const row of cancelled) {
    const tookMs = Number(row['ended_at_ms']) - Number(row['sent_at_ms'])
    if (cancelAfter === '200ms') expect(tookMs).toBeGreaterThanOrEqual(200)
    else expect(Number(row['discarded_tokens'])).toBeGreaterThanOrEqual(20)
  }
})

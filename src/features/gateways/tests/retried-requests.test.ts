// A benchmark of servers that reject requests: attempts and waits against the log of the server, request by request.
// @module-tag nightly
import { serveScript } from '#node/load/scripted-server.test-support.ts'
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum } from '../../../../tests/command-line/built-programs.ts'

const retry = ['--retry-status', '429,503', '--retry-max', '2']

function load(requests: number): string[] {
  const lengths = ['--random-input-len', '16', '--random-output-len', '4']
  return [...lengths, '--num-prompts', String(requests), '--request-rate', '40', ...retry]
}

/** Of each request: statuses of its attempts, and the waits between them in seconds, as the files of the client have them. */
function attemptsOf({ result, requests }: Awaited<ReturnType<typeof bench>>) {
  const waitsS = result['retry_waits'] as number[][]
  return requests.map((row, index) => {
    const rejected = (row['rejected_statuses'] ?? '').split(' ').filter(Boolean).map(Number)
    const isRejected = row['error_code'] === 'rejected'
    const waits = waitsS[index] ?? []
    expect(Number(row['attempts'])).toBe((result['attempts'] as number[])[index])
    expect(1000 * sum(waits)).toBeCloseTo(Number(row['retry_wait_ms']), 6)
    return { id: row['request_id'], statuses: [...rejected, ...(isRejected ? [] : [200])], waits }
  })
}

test('a simulator that rejects 40 % and asks for a second', async () => {
  const server = await simulate(['--seed', '4', '--reject-share', '0.4', '--retry-after', '1'])
  const measured = await bench([server.baseUrl], load(24))
  const { output, result } = measured
  const attempts = attemptsOf(measured)
  const log = await server.logged(sum(attempts.map(({ statuses }) => statuses.length)))
  for (const { id, statuses, waits } of attempts) {
    const entries = log.filter(({ requestId }) => requestId === id)
    expect(entries.map(({ status }) => status)).toEqual(statuses)
    expect(waits).toEqual(entries.slice(1).map(() => 1))
    entries.slice(1).forEach(({ arrivedEpochMs }, place) => {
      // The log rounds each time down to a millisecond.
      const waitedMs = arrivedEpochMs - (entries[place]?.arrivedEpochMs ?? 0)
      expect(waitedMs).toBeGreaterThanOrEqual(999)
    })
  }
  const rejections = log.filter(({ status }) => status === 429).length
  const lost = attempts.filter(({ statuses }) => !statuses.includes(200)).length
  expect(rejections).toBeGreaterThan(5)
  expect(result).toMatchObject({ completed: 24 - lost, failed: 0, rejected_attempts: rejections })
  expect(printed(output, 'Rejected attempts')).toBe(rejections)
  expect(printed(output, 'Rejected requests')).toBe(lost)
  expect(printed(output, 'Failed requests')).toBe(0)
})

/** Rejections of request `index`: their status, and the header Retry-After. */
const plans: readonly (readonly (readonly [status: number, retryAfter: string | null])[])[] = [
  [],
  [[429, '1']],
  [
    [503, '0'],
    [429, '1'],
  ],
  [[503, null]],
  [
    [429, '0'],
    [503, '0'],
    [429, '0'],
  ],
]

test('a server that rejects with 429 and 503, with Retry-After and without', async () => {
  const log: { id: string; status: number; arrivedMs: number; answeredMs: number }[] = []
  const models = JSON.stringify({ data: [{ id: 'sim' }] })
  const usage = { prompt_tokens: 16, completion_tokens: 1 }
  const stream = `data: ${JSON.stringify({ choices: [{ index: 0, text: 'a' }], usage })}\n\ndata: [DONE]\n\n`
  const server = await serveScript(({ url, headers }, response) => {
    const arrivedMs = performance.now()
    if (url === '/v1/models') return void response.end(models)
    if (url !== '/v1/completions') return void response.writeHead(404).end()
    const id = String(headers['x-request-id'])
    const before = log.filter((entry) => entry.id === id).length
    const plan = plans[Number(id.replace('r-', '')) % plans.length]
    const [status, retryAfter] = plan?.[before] ?? [200, null]
    const answeredMs = performance.now()
    log.push({ id, status, arrivedMs, answeredMs })
    if (status === 200) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream)
    } else {
      response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter }).end()
    }
  })
  const prompts = ['--dataset-name', 'random', '--prompt-token-ids', '--vocab-size', '1000']
  const measured = await bench([new URL(server.url).origin], [...load(20), ...prompts])
  const { result, requests } = measured
  attemptsOf(measured).forEach(({ id, statuses, waits }, index) => {
    const plan = plans[index % plans.length] ?? []
    const entries = log.filter((entry) => entry.id === id)
    expect(entries.map(({ status }) => status)).toEqual(statuses)
    expect(statuses).toEqual([...plan.map(([status]) => status), 200].slice(0, 3))
    waits.forEach((waitS, place) => {
      const asked = plan[place]?.[1] ?? null
      // Without the header: half a second, up to a quarter less.
      if (asked !== null) expect(waitS).toBe(Number(asked))
      else expect(waitS).toSatisfy((value: number) => value >= 0.375 && value <= 0.5)
      const [rejected, next] = [entries[place], entries[place + 1]]
      const passedMs = (next?.arrivedMs ?? NaN) - (rejected?.answeredMs ?? NaN)
      expect(passedMs).toBeGreaterThanOrEqual(1000 * waitS)
    })
    expect(waits).toHaveLength(entries.length - 1)
  })
  const rejections = log.filter(({ status }) => status !== 200).length
  expect(result).toMatchObject({
    ...{ completed: 16, failed: 0, rejected: 4 },
    ...{ rejected_attempts: rejections },
  })
  // Latency without waiting is that of the last attempt; with waiting it begins at the first.
  for (const row of requests.filter(({ success }) => success === 'true')) {
    const whole = Number(row['e2el_including_retries_ms'])
    const waited = Number(row['retry_wait_ms'])
    expect(whole).toBeGreaterThanOrEqual(waited)
    expect(whole - Number(row['ended_at_ms']) + Number(row['first_sent_at_ms'])).toBeCloseTo(0, 6)
  }
})

import { expect, it } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import { startAnsweringThread } from '../answering-thread.test-support.ts'
import { LateEvents } from './late-events.ts'
import type { LoadHooks } from '../load-runner.ts'
import { listen, planOf } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { sse } from '../sse.test-support.ts'
import { chunk, streamHead } from '../connections/wire-server.test-support.ts'

const onTime = 0
const late = 25_000

function eventsRead(reads: readonly (readonly [lateUs: number, events: number])[]): boolean {
  const events = new LateEvents()
  for (const [atUs, [lateUs, count]] of reads.entries()) {
    events.beginPart(lateUs, atUs + 1)
    events.add(count)
  }
  return events.readAtOnce
}

it('marks more than half of the events in one late read', () => {
  expect(eventsRead([[late, 6]])).toBe(true)
  expect(
    eventsRead([
      [onTime, 1],
      [late, 4],
      [onTime, 1],
    ]),
  ).toBe(true)
  expect(
    eventsRead([
      [late, 3],
      [late, 3],
    ]),
  ).toBe(false)
})

it('leaves alone what a read on time brought, and a single event', () => {
  expect(eventsRead([[onTime, 6]])).toBe(false)
  expect(eventsRead([[late, 1]])).toBe(false)
  expect(eventsRead([])).toBe(false)
})

it('adds up the parts of one read', () => {
  const events = new LateEvents()
  for (let part = 0; part < 3; part++) {
    events.beginPart(late, 7)
    events.add(1)
  }
  expect(events.readAtOnce).toBe(true)
})

const words = ['a', 'b', 'c', 'd']
const ending = `${chunk(sse.done).toString()}0\r\n\r\n`

/** The whole response arrives while the client stands still, right after it has sent the request. */
async function readAfterStandstill(chunks: string): Promise<RequestRecord | undefined> {
  const rest = `${streamHead}${chunks}${ending}`
  const { port, standStill } = await startAnsweringThread({ first: '', rest })
  const { heard, hooks } = listen()
  const onPhase: LoadHooks['onPhase'] = (phase) => {
    if (phase === 'running') setImmediate(standStill, 60)
  }
  const plan = planOf(`http://127.0.0.1:${port}/v1/completions`, 1)
  await runLoad(plan, { ...hooks, onPhase }, new AbortController().signal)
  return heard.records[0]
}

it('marks a response that arrived in many chunks while the client stood still', async () => {
  const chunks = words.map((word) => chunk(sse.token(word)).toString())
  const record = await readAfterStandstill(chunks.join(''))
  expect(record).toMatchObject({ error: null, generatedText: 'abcd', readAtOnce: true })
})

it('leaves alone what the server wrote at once, in one chunk', async () => {
  const together = words.map((word) => sse.token(word)).join('')
  const record = await readAfterStandstill(chunk(together).toString())
  expect(record).toMatchObject({ error: null, generatedText: 'abcd' })
  expect(record?.readAtOnce).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { AppEvent } from '#contract/app-events.ts'
import { createEvents } from './events.ts'

const log = (id: string, ...lines: string[]): AppEvent => ({ type: 'server-log', id, lines })
const removed = (id: string): AppEvent => ({ type: 'run-removed', id })

async function take(news: AsyncGenerator<AppEvent, void>, count: number): Promise<AppEvent[]> {
  const taken: AppEvent[] = []
  while (taken.length < count) {
    const { value, done } = await news.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

test('every follower hears everything, from the moment it follows', async () => {
  const events = createEvents()
  const { signal } = new AbortController()
  events.publish(removed('before'))
  const first = events.follow(signal)
  events.publish(removed('a'))
  const second = events.follow(signal)
  events.publish(removed('b'))
  expect(await take(first, 2)).toEqual([removed('a'), removed('b')])
  expect(await take(second, 1)).toEqual([removed('b')])
})

test('a follower that waits is woken by the next event', async () => {
  const events = createEvents()
  const news = events.follow(new AbortController().signal)
  const next = news.next()
  events.publish(removed('a'))
  expect(await next).toEqual({ done: false, value: removed('a') })
})

test('a slow follower gets only the newest of each noun, and all lines of a log', async () => {
  const events = createEvents()
  const news = events.follow(new AbortController().signal)
  for (const event of [
    removed('a'),
    log('s', '1'),
    removed('b'),
    removed('a'),
    log('s', '2', '3'),
  ]) {
    events.publish(event)
  }
  expect(await take(news, 3)).toEqual([removed('b'), removed('a'), log('s', '1', '2', '3')])
})

test('a slow follower gets every entry of what a sweep wrote down', async () => {
  const events = createEvents()
  const news = events.follow(new AbortController().signal)
  const entry = { atEpochMs: 1, kind: 'started', point: null, values: {} } as const
  const ended = { ...entry, atEpochMs: 2, kind: 'ended' } as const
  for (const each of [entry, ended]) {
    events.publish({ type: 'sweep-log', id: 's', entries: [each] })
  }
  expect(await take(news, 1)).toEqual([{ type: 'sweep-log', id: 's', entries: [entry, ended] }])
})

test('an unread log does not grow for ever', async () => {
  const events = createEvents()
  const news = events.follow(new AbortController().signal)
  for (let line = 0; line < 5000; line++) events.publish(log('s', String(line)))
  const [event] = await take(news, 1)
  expect(event).toMatchObject({ lines: { length: 1000, 999: '4999' } })
})

test('an aborted signal ends the news, even in the middle of waiting', async () => {
  const events = createEvents()
  const controller = new AbortController()
  const news = events.follow(controller.signal)
  const next = news.next()
  controller.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(await take(events.follow(controller.signal), 1)).toEqual([])
})

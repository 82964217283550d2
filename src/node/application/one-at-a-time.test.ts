import { once } from 'node:events'
import { expect, test } from 'vitest'
import { OneAtATime } from './one-at-a-time.ts'

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

test('a second task is refused by the name of the first', () => {
  const tasks = new OneAtATime()
  tasks.begin('a', 'first try', untilAborted)
  expect(() => tasks.begin('b', 'second', untilAborted)).toThrow('"first try" is still running')
  expect(() => tasks.requireIdle()).toThrow()
})

test('only the task going on can be cancelled; then there is room for the next', async () => {
  const tasks = new OneAtATime()
  const ended: string[] = []
  tasks.begin('a', 'a', async (signal) => {
    await untilAborted(signal)
    ended.push('a')
  })
  tasks.cancel('b')
  expect(() => tasks.requireIdle()).toThrow()
  tasks.cancel('a')
  await tasks.close()
  expect(ended).toEqual(['a'])
  tasks.requireIdle()
})

test('closing with nothing going on is nothing', async () => {
  await new OneAtATime().close()
})

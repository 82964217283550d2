import { EventEmitter, once } from 'node:events'
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

test('a task may begin further tasks, and until it ends no other may begin', async () => {
  const states: boolean[] = []
  const tasks = new OneAtATime((isRunning) => states.push(isRunning))
  const ended: string[] = []
  const progress = new EventEmitter()
  const paused = once(progress, 'paused')
  tasks.begin('gate', 'gate', async (signal) => {
    tasks.begin('first', 'first', () => Promise.resolve(void ended.push('first')))
    expect(() => tasks.requireIdle()).toThrow('"gate" is still running')
    await new Promise(setImmediate)
    progress.emit('paused')
    await untilAborted(signal)
    tasks.begin('second', 'second', () => Promise.resolve(void ended.push('second')))
  })
  await paused
  expect(ended).toEqual(['first'])
  expect(() => tasks.begin('run', 'run', untilAborted)).toThrow('"gate" is still running')
  await tasks.close()
  expect([ended, states]).toEqual([
    ['first', 'second'],
    [true, false],
  ])
})

test('closing with nothing going on is nothing', async () => {
  await new OneAtATime().close()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

let frames: FrameRequestCallback[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** One frame, and the tasks that it starts. */
function paint(): void {
  const due = frames
  frames = []
  for (const callback of due) callback(0)
  vi.runAllTimers()
}

test('one piece of work follows each frame, in the order in which it was asked for', () => {
  const done: string[] = []
  for (const name of ['a', 'b']) afterPaint(() => void done.push(name))
  expect(done).toEqual([])
  paint()
  expect(done).toEqual(['a'])
  paint()
  expect(done).toEqual(['a', 'b'])
  paint()
  expect(frames).toEqual([])
})

test('what is taken back is not done, and holds nothing up', () => {
  const done: string[] = []
  const takeBack = afterPaint(() => void done.push('left'))
  afterPaint(() => void done.push('stays'))
  takeBack()
  paint()
  expect(done).toEqual(['stays'])
})

test('work that fails does not stop the next', () => {
  const done: string[] = []
  afterPaint(() => {
    throw new Error('of the first')
  })
  afterPaint(() => void done.push('second'))
  expect(paint).toThrow('of the first')
  paint()
  expect(done).toEqual(['second'])
})

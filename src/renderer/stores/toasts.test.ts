import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
  return () => vi.useRealTimers()
})

test('a notice vanishes after 8 s, and what it stood for is done once', () => {
  const toasts = useToasts()
  const onEnd = vi.fn()
  toasts.show({ text: 'Deleted.', undo: vi.fn(), onEnd })
  vi.advanceTimersByTime(7_999)
  expect([toasts.list.length, onEnd.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(1)
  toasts.endAll()
  expect([toasts.list.length, onEnd.mock.calls.length]).toEqual([0, 1])
})

test('the last deletion is undone, and not done', () => {
  const toasts = useToasts()
  const [undo, onEnd] = [vi.fn(), vi.fn()]
  toasts.show({ text: 'Deleted.', undo, onEnd })
  toasts.show({ text: 'Copied.' })
  expect([toasts.undoLast(), toasts.undoLast()]).toEqual([true, false])
  vi.advanceTimersByTime(60_000)
  expect([undo.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 0])
})

test('a failure stays until it is closed', () => {
  const toasts = useToasts()
  toasts.show({ text: 'The run could not be deleted.', isError: true })
  vi.advanceTimersByTime(3_600_000)
  expect(toasts.list).toHaveLength(1)
  toasts.end(toasts.list[0]?.id ?? 0)
  expect(toasts.list).toEqual([])
})

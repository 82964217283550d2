import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { atMostEvery } from './at-most-every.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a value is followed at once, then with its latest once a while, and in the end', async () => {
  const source = shallowRef(0)
  const scope = effectScope()
  const seen: number[] = []
  await scope.run(async () => {
    const followed = atMostEvery(250, () => source.value)
    for (let at = 1; at <= 10; at++) {
      source.value = at
      await nextTick()
      vi.advanceTimersByTime(100)
      seen.push(followed.value)
    }
    vi.advanceTimersByTime(250)
    expect(followed.value).toBe(10)
    source.value = 11
    await nextTick()
    scope.stop()
    vi.advanceTimersByTime(1000)
    expect(vi.getTimerCount()).toBe(0)
  })
  expect(seen).toEqual([1, 1, 3, 3, 5, 5, 5, 8, 8, 10])
})

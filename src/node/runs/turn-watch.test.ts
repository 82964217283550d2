import { expect, test } from 'vitest'
import { threadCpuUs } from '#node/load/runtime/client-monitor.ts'
import { TurnWatch } from './run-execution.ts'

test('the longest turn is known in processor time', () => {
  const before = threadCpuUs()
  const watch = new TurnWatch()
  if (before === null) return expect(watch.end()).toBeNull()
  while ((threadCpuUs() ?? Infinity) < before + 30_000);
  expect(watch.end()).toBeGreaterThanOrEqual(20_000)
})

import { subscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { planOf } from './plan.test-support.ts'
import { forgetRehearsals, rehearse } from './rehearsal.ts'

test('a load is rehearsed once, again before a longer one, and after the rehearsals are forgotten', async () => {
  // Other tests of this process rehearsed as well.
  forgetRehearsals()
  let connections = 0
  subscribe('net.server.socket', () => connections++)
  const opened = async (requests: number) => {
    const before = connections
    await rehearse(planOf('http://127.0.0.1:9', requests), null)
    return connections - before
  }
  expect(await opened(10)).toBeGreaterThan(0)
  expect(await opened(10)).toBe(0)
  expect(await opened(20)).toBeGreaterThan(0)
  forgetRehearsals()
  expect(await opened(10)).toBeGreaterThan(0)
})

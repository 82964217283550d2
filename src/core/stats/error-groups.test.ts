import { expect, test } from 'vitest'
import { ErrorGroups } from './genuine-failures.ts'
import { refused } from './fixtures/requests.ts'

test('alike failures are counted together, most frequent first', () => {
  const overloaded = { code: 'http-status', message: 'HTTP 503', status: 503, body: null } as const
  const broken = { ...overloaded, message: 'HTTP 500', status: 500 }
  const groups = new ErrorGroups()
  for (const error of [refused, overloaded, broken, overloaded]) groups.add(error)
  expect(groups.list()).toEqual([
    { code: 'http-status', message: 'HTTP 503', count: 2 },
    { code: 'refused', message: 'connection refused', count: 1 },
    { code: 'http-status', message: 'HTTP 500', count: 1 },
  ])
})

import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test('the pause doubles up to five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(backOffMs)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
})

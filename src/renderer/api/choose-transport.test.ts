import { expect, test } from 'vitest'
import { tokenInHash } from './choose-transport.ts'

test.each([
  { hash: '#token=abc_-1', token: 'abc_-1', remark: 'the printed address' },
  { hash: '', token: null, remark: 'a bare address' },
  { hash: '#/servers', token: null, remark: 'a view' },
  { hash: '#/runs?token=abc', token: null, remark: 'a query of a view is not ours' },
])('$hash holds the token $token: $remark', ({ hash, token }) => {
  expect(tokenInHash(hash)).toBe(token)
})

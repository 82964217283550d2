import { toWire } from '#contract/app-error.ts'
import { AppError } from '#core/model/app-error.ts'
import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { callError } from './call-error.ts'

test('an AppError comes out as it went in', () => {
  const sent = new AppError('busy', 'A run is going on.', { remedy: 'Wait.', field: 'model' })
  const received = callError(new ORPCError('APP_ERROR', { data: toWire(sent) }))
  expect(toWire(received)).toEqual(toWire(sent))
})

test.each([
  { thrown: new ORPCError('BAD_REQUEST', { message: 'no' }), code: 'invalid-input' },
  { thrown: new ORPCError('INTERNAL_SERVER_ERROR', { message: 'no' }), code: 'internal' },
  { thrown: new Error('socket closed'), code: 'process-ended' },
])('$thrown becomes $code', ({ thrown, code }) => {
  expect(callError(thrown).code).toBe(code)
})

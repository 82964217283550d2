import { expect, test } from 'vitest'
import { readDraft } from './benchmark-draft.ts'
import { commonLoads, fittedLoad, loadIds, loadOf } from './common-loads.ts'

test.each(loadIds)('the load %s can be started as it is', (id) => {
  expect(readDraft(commonLoads[id]).problems).toEqual([])
})

const known = { name: 'earlier', requestsPerSecond: 30, inputTokens: 512, outputTokens: 256 }

test('a load is fitted to what its server carried, and stays the same load', () => {
  const fitted = fittedLoad(commonLoads.chat, known)
  expect(fitted).toMatchObject({ requestRate: '15', numPrompts: '450', randomInputLen: '512' })
  expect(loadOf(fitted)).toBe('chat')
  expect(fittedLoad(commonLoads.chat, null)).toBe(commonLoads.chat)
  expect(readDraft(fitted).problems).toEqual([])
})

test('a slow server is sent a few requests at least', () => {
  const slow = { ...known, requestsPerSecond: 0.02 }
  expect(fittedLoad(commonLoads.chat, slow)).toMatchObject({
    requestRate: '0.01',
    numPrompts: '10',
  })
})

import { expect, test } from 'vitest'
import { readDraft } from './benchmark-draft.ts'
import { commonLoads, loadIds } from './common-loads.ts'

test.each(loadIds)('the load %s can be started as it is', (id) => {
  expect(readDraft(commonLoads[id]).problems).toEqual([])
})

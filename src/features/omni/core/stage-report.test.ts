import { expect, test } from 'vitest'
import { textIn } from '#core/messages/message.ts'
import { omniPart } from './stage-report.ts'

test.each([
  [
    { completed: 6, stages: [] },
    [expect.stringMatching(/^The server reported no stages in its 6 /)],
  ],
  [{ completed: 0, stages: [] }, []],
  // Without --print-stage.
  [{ completed: 6 }, []],
])('of %j, missing stages are noted: %j', (summary, notes) => {
  expect(omniPart.notes(summary).map((note) => textIn('en', note))).toEqual(notes)
})

import { expect, test } from 'vitest'
import { eachPackedRecord } from '#core/records/packed-records.ts'
import { record } from '#core/stats/fixtures/requests.ts'
import { RecordSender } from './record-sender.ts'

/** Two megabytes each. */
function records(count: number) {
  const generatedText = 'x'.repeat(2 ** 20)
  return Array.from({ length: count }, (_, index) => record({ index, generatedText }))
}

test('at most 64 MiB wait to be stored, however large a batch is, and the order stays', async () => {
  const sent: number[][] = []
  const sender = new RecordSender((packed) =>
    sent.push([...eachPackedRecord(packed)].map(({ index }) => index)),
  )
  sender.append(records(20))
  sender.append(records(60).map((each, at) => ({ ...each, index: 20 + at })))
  expect(sent.flat().length).toBeLessThan(35)
  const all = sender.allSent()
  for (let stored = 0; stored < sent.length; stored++) sender.kept()
  await all
  expect(sent.flat()).toEqual(Array.from({ length: 80 }, (_, index) => index))
})

import { expect, test } from 'vitest'
import { exampleRun } from '../example-run.test-support.ts'
import { requestColumns } from './request-columns.ts'
import { keyAsText } from '../../../i18n/key-as-text.test-support.ts'

test.each([
  [0, '0'],
  [0.000318, '0.000'],
  [0.0364, '0.036'],
  [12.3456, '12.3'],
  [null, '–'],
])('the moment %j s of a request is shown as %s', (seconds, shown) => {
  const columns = requestColumns(exampleRun(), keyAsText)
  const sent = columns.find(({ head }) => head === 'run.requests.sentAt')
  expect(sent?.format(seconds)).toBe(shown)
})

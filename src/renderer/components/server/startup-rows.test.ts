import { expect, test } from 'vitest'
import { startupRows } from './startup-rows.ts'
import { keyAsText } from '../../i18n/key-as-text.test-support.ts'

test('facts of the log are shown with units, the rest left out', () => {
  const startup = {
    kvCacheTokens: 123456,
    loadS: 12.5,
    weightsGiB: 15.25,
    version: '0.28.0',
    isCompileCached: true,
  }
  expect(startupRows(startup, keyAsText)).toEqual([
    { name: 'version', value: '0.28.0' },
    { name: 'loadS', value: '12.5\u00a0s' },
    { name: 'weightsGiB', value: '15.3\u00a0GiB' },
    { name: 'isCompileCached', value: 'common.yes' },
    { name: 'kvCacheTokens', value: '123,456' },
  ])
})

import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { t } from '../../i18n/i18n.ts'
import { fieldRemarks } from './field-remarks.ts'

const known = { name: 'earlier', requestsPerSecond: 20, inputTokens: 1000, outputTokens: 100 }

test.each([
  [100, 5, 'This server has carried 20'],
  [300, 5, 'An estimate from requests of other lengths (earlier): about 10'],
  [100, 30, 'that this server has carried'],
  [300, 30, 'More than about 10'],
])('%i tokens at %i req/s: %s', (randomOutputLen, requestRate, said) => {
  const config = { ...defaultBenchmarkConfig, randomInputLen: 1000, randomOutputLen, requestRate }
  const remarks = fieldRemarks({ config, preview: null, serverId: 'server', known }, t)
  const { hint = '', warnings = [] } = remarks.requestRate ?? {}
  expect([hint, ...warnings].join('')).toContain(said)
})

import { defaultBenchmarkConfig as config } from '#core/model/benchmark-config.ts'
import { expect, test } from 'vitest'
import { t } from '#renderer/i18n/i18n.ts'
import { serverText, serverTitle } from '#renderer/components/run/labels/server-text.ts'

test('a run over several addresses says how many there are besides the first', () => {
  const otherBaseUrls = ['http://b:8000', 'http://c:8000']
  const run = { serverName: 'a', config: { ...config, otherBaseUrls } }
  expect(serverText(run, t)).toBe('a + 2 URLs')
  expect(serverTitle(run)).toBe('a\nhttp://b:8000\nhttp://c:8000')
  expect(serverText({ serverName: 'a', config }, t)).toBe('a')
  expect(serverText({ serverName: null, config }, t)).toBeNull()
})

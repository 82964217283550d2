import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { exampleImport, exampleRun } from './example-run.test-support.ts'
import { askedConcurrency, askedRate, concurrencyText, rateText } from './run-load.ts'

test('a run of our own shows its settings, a limit that was not set included', () => {
  const run = exampleRun({ config: { requestRate: 'inf', maxConcurrency: null } })
  expect([rateText(run), concurrencyText(run, t)]).toEqual(['inf', 'none'])
  expect([askedRate(run), askedConcurrency(run)]).toEqual([Infinity, Infinity])
})

test('an imported run shows only what its file has', () => {
  const run = exampleRun({ config: { requestRate: 4, maxConcurrency: 8 }, imported: exampleImport })
  expect([rateText(run), concurrencyText(run, t)]).toEqual(['4', '–'])
  expect([askedRate(run), askedConcurrency(run)]).toEqual([4, null])
})

import { expect, it } from 'vitest'
import { headline } from '#core/compare/headline.ts'
import { learn, speak } from '../../i18n/i18n.ts'
import { exampleRun } from '../run/example-run.test-support.ts'
import { runComparison } from './comparison-rows.ts'
import { headlineText } from './headline-text.ts'

const other = exampleRun({ config: { maxConcurrency: 32 } })

function sentence(): string {
  const comparison = runComparison(exampleRun(), other)
  if (comparison === null) throw new Error('nothing was measured')
  return headlineText(comparison)
}

it('is the sentence of every other surface in English, and a Chinese one', async () => {
  const comparison = runComparison(exampleRun(), other)
  const english = comparison === null ? '' : headline(comparison, 'en')
  expect(sentence().replaceAll('\u00a0', ' ')).toBe(english.replaceAll('\u00a0', ' '))
  await learn('zh')
  speak('zh')
  expect(sentence()).toMatch(/^负载不同，请比较曲线（.*）。.*。$/)
  speak('en')
})

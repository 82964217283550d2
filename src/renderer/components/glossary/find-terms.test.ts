import { expect, it } from 'vitest'
import { findTerms } from './find-terms.ts'
import { learn, textsIn } from '../../i18n/i18n.ts'

await learn('zh')

function found(text: string, language: 'en' | 'zh') {
  return findTerms(text, textsIn(language).glossary).map(({ id, start, end }) => [
    id,
    text.slice(start, end),
  ])
}

it.each<[string, 'en' | 'zh', [string, string][]]>([
  ['Knee 12 req/s', 'en', [['knee', 'Knee']]],
  [
    'p99 TTFT ≤ 500\u00a0ms',
    'en',
    [
      ['percentile', 'p99'],
      ['ttft', 'TTFT'],
    ],
  ],
  [
    'p99.9 of 95\u00a0% interval',
    'en',
    [
      ['percentile', 'p99.9'],
      ['interval', '95\u00a0% interval'],
    ],
  ],
  ['Max concurrency', 'en', [['concurrency', 'Max concurrency']]],
  ['kneepoint, baselines, --burstiness-x, ttft_ms', 'en', []],
  [
    '拐点：首 token 延迟开始上升',
    'zh',
    [
      ['knee', '拐点'],
      ['ttft', '首 token 延迟'],
    ],
  ],
  [
    '各并发下的TTFT',
    'zh',
    [
      ['concurrency', '并发'],
      ['ttft', 'TTFT'],
    ],
  ],
])('%j (%s)', (text, language, terms) => {
  expect(found(text, language)).toEqual(terms)
})

import { describe, expect, test } from 'vitest'
import { commonLoads, firstLoad, loadIds } from '../../drafts/common-loads.ts'
import { sweepDocumentSchema } from '../../drafts/sweep-document.ts'
import { readSweep } from '../../drafts/sweep-reading.ts'
import { t } from '../../i18n/i18n.ts'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { limitsText, loadsText, singleLoadText, workloadText } from './blank-texts.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const named = [
  { id: 'chat', text: 'Chat 512/256 ±50 %' },
  { id: 'embeddings', text: 'Embeddings 256 in' },
] as const

test.each(named.filter(({ id }) => loadIds.includes(id)))(
  'the workload of $id reads $text',
  ({ id, text }) => {
    expect(plain(workloadText(commonLoads[id], t))).toBe(text)
  },
)

test('every common load has a name in the sentence, and lengths of the user have none', () => {
  for (const id of loadIds)
    expect(workloadText(commonLoads[id], t)).toContain(t(`bench.load.${id}`))
  expect(workloadText({ ...firstLoad, randomInputLen: '100' }, t)).toBe('100 in, 256 out')
  expect(workloadText({ datasetName: 'sharegpt', datasetPath: 'a.json' }, t)).toBe('sharegpt')
})

test.each([
  { draft: { requestRate: '12' }, text: '12 req/s' },
  {
    draft: { requestRate: '12', maxConcurrency: '64' },
    text: '12 req/s with at most 64 in flight',
  },
  { draft: { maxConcurrency: '64' }, text: '64 in flight' },
  { draft: {}, text: 'all requests at once' },
  { draft: { requestRate: 'fast' }, text: '…' },
])('a single load reads $text', ({ draft, text }) => {
  expect(plain(singleLoadText(draft))).toBe(text)
})

test('a field that cannot be read hides the text of its own blank only', () => {
  const draft = { ...firstLoad, requestRate: 'fast' }
  expect(singleLoadText(draft)).toBe('…')
  expect(workloadText(draft, t)).toBe('512 in, 256 out')
  const other = { ...firstLoad, randomInputLen: 'long' }
  expect(plain(singleLoadText(other))).toBe('4 req/s')
  expect(workloadText(other, t)).toBe('…')
})

describe('loads of a sweep', () => {
  const textOf = (load: Readonly<{ 'request-rate': string; 'max-concurrency'?: string }>) => {
    const written = sweepDocumentSchema.parse({ load })
    return plain(loadsText(written, readSweep(written, indexFlags([])), t))
  }

  test.each([
    { load: { 'request-rate': '4..64 x2' }, text: '5 loads (4 to 64 req/s)' },
    { load: { 'request-rate': '8' }, text: '8 req/s' },
    {
      load: { 'request-rate': 'inf', 'max-concurrency': '8, 64' },
      text: '2 loads (8 to 64 in flight)',
    },
    { load: { 'request-rate': '1..' }, text: '…' },
  ])('$load reads $text', ({ load, text }) => {
    expect(textOf(load)).toBe(text)
  })
})

test('limits are listed, and a missing one has words of its own', () => {
  expect(limitsText({ limits: [] }, 'a limit', t)).toBe('a limit')
  const limits = ['p99 ttft <= 300 ms']
  expect(plain(limitsText({ limits }, 'a limit', t))).toBe('p99 TTFT ≤ 300 ms')
})

import { expect, test } from 'vitest'
import { markdownTable } from '../../bench/report/markdown-table.ts'
import {
  atLeast,
  atMost,
  judge,
  medianRow,
  peerAtMost,
  ratioAtLeast,
  ratioAtMost,
  type Judgement,
  type Row,
} from '../../bench/report/row.ts'
import { rowLine } from '../../bench/report/text-table.ts'

function row(asked: Row['asked'], ours: number, limit: number | null): Row {
  return { figure: 'speed', unit: '', digits: 1, ours, limit, asked }
}

test.each<[string, Row, Judgement]>([
  ['at most: within the aim', row(atMost(2, 1), 1, 9), 'aim'],
  ['at most: within the must', row(atMost(2, 1), 1.5, null), 'must'],
  ['at most: beyond both', row(atMost(2, 1), 2.1, null), 'missed'],
  ['at least: short of the must', row(atLeast(100, 200), 99, null), 'missed'],
  ['a ratio at most', row(ratioAtMost(1.3, 1), 12, 10), 'must'],
  ['a ratio at least', row(ratioAtLeast(0.4, 0.8), 8, 10), 'aim'],
  ['a ratio without a limit client', row(ratioAtLeast(0.4, 0.8), 8, null), 'unknown'],
  ['nothing measured', row(atMost(2, 1), NaN, null), 'missed'],
  ['nothing asked', row(null, 1, 1), 'unknown'],
])('%s', (_, measured, judgement) => {
  expect(judge(measured)).toBe(judgement)
})

test('a figure beside the Rust client is judged by the ratio to it', () => {
  const asked = peerAtMost(2, 1)
  expect(judge({ ...row(asked, 3, null), peer: 3 })).toBe('aim')
  expect(judge({ ...row(asked, 5, null), peer: 3 })).toBe('must')
  expect(judge({ ...row(asked, 7, null), peer: 3 })).toBe('missed')
  expect(judge({ ...row(asked, 7, null), peer: null })).toBe('unknown')
  expect(
    markdownTable([{ ...row(asked, 3, null), peer: 4 }])
      .split('\n')
      .at(-1),
  ).toBe('| speed | 3.0 | – |  | 4.0 | ≤ 2 × vllm-rs | ≤ 1 × vllm-rs | aim |')
})

test('a row of repeated runs holds their medians', () => {
  const runs = [
    { ours: 3, limit: 30, peer: 4 },
    { ours: 1, limit: 10, peer: 6 },
    { ours: 2, limit: 20, peer: 5 },
  ]
  const { figure, unit, digits, asked } = row(null, 0, 0)
  expect(medianRow({ figure, unit, digits, asked }, runs)).toMatchObject({
    ...{ ours: 2, limit: 20, peer: 5 },
  })
})

test('both tables show figure, limit, ratio, what is asked and whether it is met', () => {
  const measured = row(ratioAtLeast(0.4, 0.8), 1234, 2000)
  expect(rowLine(measured).split(/\s{2,}/)).toEqual([
    ...['speed', '1,234.0', '2,000.0', '0.62', '–', '≥ 0.4 ×', '≥ 0.8 ×', 'ok'],
  ])
  expect(markdownTable([measured]).split('\n').at(-1)).toBe(
    '| speed | 1,234.0 | 2,000.0 | 0.62 | – | ≥ 0.4 × | ≥ 0.8 × | must |',
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import { exampleRecords, exampleRun } from './example-run.test-support.ts'
import { timelineData, type TimelineRow } from './timeline-data.ts'

function rowsOf(records: readonly RequestRecord[]): readonly TimelineRow[] {
  return timelineData({ ...exampleRun(), records }, [15, 50], 'en').rows
}

function changed(changes: Partial<RequestRecord>): RequestRecord {
  const [record] = exampleRecords
  if (record === undefined) throw new Error('there are examples')
  return { ...record, ...changes }
}

describe('the rows of a timeline', () => {
  test('are in the order of sending and count from the first', () => {
    const rows = rowsOf(exampleRecords.toReversed())
    expect(rows.map(({ index, dueAtUs, sentAtUs }) => [index, dueAtUs, sentAtUs])).toEqual([
      [0, -100, 0],
      [1, 249_900, 249_950],
      [2, 1_249_900, 1_249_900],
    ])
  })

  test.each<[string, Partial<RequestRecord>, TimelineRow['segments']]>([
    [
      'an answer: the wait, then gaps by class',
      {},
      [
        [0, 100_000, 0, 0],
        [1, 10_000, 1, 10_000],
        [2, 20_000, 1, 20_000],
      ],
    ],
    [
      'gaps of one class become one, a gap at a threshold belongs above it',
      {
        interTokenLatenciesUs: Uint32Array.of(14_999, 1, 15_000, 49_999, 50_000),
        endedAtUs: 480_099,
      },
      [
        [0, 100_000, 0, 0],
        [1, 15_000, 2, 14_999],
        [2, 64_999, 2, 49_999],
        [3, 50_000, 1, 50_000],
      ],
    ],
    [
      'an answer in one piece is all wait',
      { firstTokenAtUs: null, interTokenLatenciesUs: Uint32Array.of() },
      [[0, 130_000, 0, 0]],
    ],
    [
      'a refusal is all failure',
      {
        firstTokenAtUs: null,
        interTokenLatenciesUs: Uint32Array.of(),
        error: { code: 'http-status', message: 'No.', status: 500, body: null },
      },
      [[4, 130_000, 0, 0]],
    ],
    [
      'a broken answer fails after its last token',
      {
        interTokenLatenciesUs: Uint32Array.of(10_000),
        error: { code: 'truncated', message: 'Cut.', status: 200, body: null },
      },
      [
        [0, 100_000, 0, 0],
        [1, 10_000, 1, 10_000],
        [4, 20_000, 0, 0],
      ],
    ],
  ])('%s', (_, changes, segments) => {
    expect(rowsOf([changed(changes)])[0]?.segments).toEqual(segments)
  })

  test('lose neither time nor gaps', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000)), (gapsUs) => {
        const sum = gapsUs.reduce((total, gap) => total + gap, 0)
        const record = changed({
          interTokenLatenciesUs: Uint32Array.from(gapsUs),
          endedAtUs: 350_100 + sum,
        })
        const segments = rowsOf([record])[0]?.segments ?? []
        expect(segments.reduce((total, [, us]) => total + us, 0)).toBe(100_000 + sum)
        expect(segments.reduce((total, [, , gaps]) => total + gaps, 0)).toBe(gapsUs.length)
        expect(Math.max(0, ...segments.map(([, , , longest]) => longest))).toBe(
          Math.max(0, ...gapsUs),
        )
      }),
    )
  })
})

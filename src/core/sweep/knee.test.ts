import { inEnglish } from '#core/messages/message.ts'
import { describe, expect, test } from 'vitest'
import { closingSearch, kneeText, loadText, rangeText } from './knee-text.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import {
  kneeOf,
  kneePosition,
  sustainedPosition,
  type KneeLevel,
  type PaceVerdict,
} from './knee.ts'

const chat = { backend: 'openai-chat', datasetName: 'sharegpt' } as const

/** Rates 4, 8, 16 … by position, unless they are closed loops. */
function levels(
  rows: readonly (readonly [latency: number, standing: PaceVerdict])[],
  closed = false,
): KneeLevel[] {
  const most = 3.6 * 2 ** rows.findIndex(([, standing]) => standing === 'behind')
  return rows.map(([latency, standing], position) => {
    const load = 4 * 2 ** position
    return {
      position,
      standing,
      latency,
      asked: load,
      throughput: standing === 'behind' ? most : load,
      load: closed
        ? { requestRate: 'inf', maxConcurrency: load }
        : { requestRate: load, maxConcurrency: null },
    }
  })
}

describe('a knee', () => {
  test.each<[string, KneeLevel[], string, number | null]>([
    [
      'between a load that was kept and the next, which was not',
      levels([
        [950, 'kept'],
        [970, 'kept'],
        [1010, 'kept'],
        [1500, 'behind'],
        [3000, 'behind'],
      ]),
      'Knee between 16 and 32 req/s',
      2,
    ],
    [
      'already below a load where latency had grown much',
      levels([
        [900, 'kept'],
        [1000, 'kept'],
        [1500, 'kept'],
        [4000, 'behind'],
      ]),
      'Knee between 8 and 32 req/s',
      2,
    ],
    [
      'anywhere up to the first load that fell behind, across one that was too short',
      levels([
        [950, 'kept'],
        [970, 'kept'],
        [1200, 'too-short'],
        [3000, 'behind'],
      ]),
      'Knee between 8 and 32 req/s: 1 load between them gave no usable figures',
      null,
    ],
    [
      'at a load between two that are surely worse',
      levels(
        [
          [500, 'kept'],
          [600, 'kept'],
          [1400, 'kept'],
        ],
        true,
      ),
      'Knee 8 in flight (4–16)',
      1,
    ],
    [
      'beyond a load that fell behind, where a heavier one shows that the server can keep it',
      levels([
        [950, 'kept'],
        [2000, 'behind'],
        [1100, 'kept'],
        [9000, 'behind'],
      ]),
      'Knee between 16 and 32 req/s',
      2,
    ],
    [
      'beyond what was measured',
      levels([
        [500, 'kept'],
        [510, 'kept'],
      ]),
      'No knee up to 8 req/s: the server still kept up',
      null,
    ],
    [
      'beyond the last usable load, where heavier ones gave no usable figures',
      levels([
        [500, 'kept'],
        [510, 'kept'],
        [900, 'not-usable'],
      ]),
      'No knee up to 8 req/s: no heavier load gave usable figures',
      null,
    ],
    [
      'below what was measured',
      levels([
        [5000, 'behind'],
        [9000, 'behind'],
      ]),
      'Knee at or below 4 req/s, the lightest load measured',
      null,
    ],
    [
      'not known where runs are too short',
      levels([
        [2100, 'too-short'],
        [9000, 'behind'],
      ]),
      'No knee: runs were too short to show that the server kept up',
      null,
    ],
    ['not known without a run', [], 'No knee: nothing was measured', null],
    [
      'not known from unusable runs',
      levels([
        [100, 'not-usable'],
        [100, 'not-usable'],
      ]),
      'No knee: no load gave usable figures',
      null,
    ],
  ])('is %s', (_, curve, text, sustained) => {
    const knee = kneeOf(curve)
    expect(inEnglish(kneeText(knee, chat))).toBe(text)
    expect(sustainedPosition(knee)).toBe(sustained)
  })

  test.each([
    [
      'random-multi-turn',
      'conversations',
      '16 and 24 conv/s',
      '16 conv/s with at most 8 concurrent conversations',
    ],
    ['sharegpt', 'inFlight', '16 and 24 req/s', '16 req/s with at most 8 in flight'],
  ] as const)('of %s is a rate of %s', (datasetName, unit, range, load) => {
    expect(heldBy({ backend: 'openai-chat', datasetName })).toBe(unit)
    const [low, high] = [16, 24].map((requestRate) => ({ requestRate, maxConcurrency: null }))
    if (low === undefined || high === undefined) throw new Error('no loads')
    expect(inEnglish(rangeText(low, high, unit))).toBe(range)
    expect(inEnglish(loadText({ ...low, maxConcurrency: 8 }, unit))).toBe(load)
  })

  test('is never on a load that fell behind or is not usable, nor on one beyond it', () => {
    for (const standing of ['behind', 'not-usable', 'burst', 'too-short'] as const) {
      const curve = levels([
        [500, 'kept'],
        [510, 'kept'],
        [520, standing],
        [5300, standing],
      ])
      expect(kneePosition(kneeOf(curve))).not.toBe(2)
      expect(sustainedPosition(kneeOf(curve))).not.toBe(2)
      if (standing === 'behind') expect(sustainedPosition(kneeOf(curve))).toBe(1)
    }
  })

  test.each(['not-usable', 'too-short'] as const)(
    'with %s loads below it has no figures of a lighter load',
    (standing) => {
      const knee = kneeOf(
        levels([
          [950, 'kept'],
          [1000, standing],
          [1010, standing],
          [9000, 'behind'],
        ]),
      )
      expect(knee).toMatchObject({ kind: 'between', unusable: 2 })
      expect(sustainedPosition(knee)).toBeNull()
    },
  )

  test('between two loads is closed by a search between them', () => {
    const jumped = kneeOf(
      levels([
        [950, 'kept'],
        [970, 'kept'],
        [3000, 'behind'],
      ]),
    )
    expect(closingSearch(jumped)).toMatchObject({ kind: 'capacity', from: 8, upTo: 16 })
    expect(closingSearch(kneeOf([]))).toBeNull()
  })
})

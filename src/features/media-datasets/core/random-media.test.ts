import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pcg64 } from '#core/random/pcg64.ts'
import { drawMedia, itemRange, mediaBucketsOf, modalityOf } from './random-media.ts'

const spec: Parameters<typeof drawMedia>[0] = {
  baseItems: 3,
  rangeRatio: 1,
  limits: { image: 2, video: 2 },
  buckets: mediaBucketsOf({
    '(1, 2, 1)': 0.6,
    '(2, 2, 1)': 0.1,
    '(1, 1, 3)': 0.3,
    '(9, 9, 9)': 0,
  }),
}

// Height, width, frames and sum of all bytes, as drawn by the real client for six requests.
test.each([
  [
    0,
    [
      ['1 2 1 1036', '1 2 1 505', '1 1 3 1283', '1 1 3 1350'],
      ['1 1 3 1324', '1 2 1 1084', '1 2 1 715', '1 1 3 1425'],
      ['1 2 1 779', '2 2 1 1720'],
      ['1 1 3 953', '2 2 1 1781', '1 2 1 622'],
      [],
      ['1 2 1 767', '1 2 1 680'],
    ],
  ],
  [5, [['1 1 3 1189', '1 2 1 810', '1 2 1 663'], [], [], [], [], []]],
])('seed %i draws what the original draws', (seed, expected) => {
  const random = new Pcg64(seed)
  const drawn = expected.map(() =>
    Array.from(drawMedia(spec, random), ({ height, width, frames, pixels }) =>
      [height, width, frames, pixels.reduce((sum, byte) => sum + byte, 0)].join(' '),
    ),
  )
  expect(drawn).toEqual(expected)
})

test('neither the range nor the limit of a kind is left', () => {
  const limit = fc.nat(3)
  fc.assert(
    fc.property(fc.nat(), fc.nat(4), limit, limit, (seed, baseItems, image, video) => {
      const asked = { ...spec, baseItems, rangeRatio: 0.5, limits: { image, video } }
      const { least, most } = itemRange(asked)
      fc.pre(least <= most)
      const drawn = [...drawMedia(asked, new Pcg64(seed))]
      const videos = drawn.filter((item) => modalityOf(item) === 'video').length
      expect(drawn.length).toBeGreaterThanOrEqual(least)
      expect(drawn.length).toBeLessThanOrEqual(most)
      expect(videos).toBeLessThanOrEqual(video)
      expect(drawn.length - videos).toBeLessThanOrEqual(image)
    }),
  )
})

test('kinds that are never chosen lend no room', () => {
  const images = { ...spec, buckets: mediaBucketsOf({ '(1, 1, 1)': 1, '(1, 1, 2)': 0 }) }
  expect(itemRange(images)).toEqual({ least: 0, most: 2 })
})

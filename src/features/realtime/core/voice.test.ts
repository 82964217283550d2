import { expect, test } from 'vitest'
import { speechLag } from './voice.ts'

test.each<[string, number | null, number[], number, number | null, number | null]>([
  ['keeps up with each frame', 120, [80, 80, 80], 320, 40, 40],
  ['falls behind', 80, [100, 100, 100], 320, 30, 60],
  ['begins late and catches up', 200, [60, 60, 80], 320, 95, 120],
  ['reads all at once after the speech', 400, [0, 0, 0], 320, 200, 320],
  ['has one delta', 500, [], 320, 180, 180],
  ['has none', null, [], 320, null, null],
])('a transcript that %s', (_, first, gaps, sound, lagMeanUs, lagMaxUs) => {
  expect(speechLag(first, Uint32Array.from(gaps), sound)).toEqual({ lagMeanUs, lagMaxUs })
})

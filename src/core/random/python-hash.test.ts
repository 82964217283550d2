// The hashes are CPython 3.11's: `PYTHONHASHSEED=SEED python -c 'print(hash(text) & 0xFFFFFFFF)'`.
import { expect, test } from 'vitest'
import { pythonStringHash, readHashSeed } from './python-hash.ts'

const texts = [
  '0:16',
  '7:16',
  '123456789:512',
  'a',
  'abcdefg',
  'abcdefgh',
  'abcdefghi',
  'é:16',
  '日本:16',
  '👍:16',
  'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
]

test.each<[number, number[]]>([
  [
    0,
    [
      2558130374, 283300268, 603685378, 3097171987, 2423321862, 193869290, 3508451045, 2182458581,
      3324442933, 940528891, 1538277787,
    ],
  ],
  [
    1,
    [
      1999644603, 2951054267, 2402983535, 4157345395, 4028649488, 961013748, 2123965708, 2322328591,
      1548574832, 1340919551, 1257541477,
    ],
  ],
  [
    42,
    [
      4026604853, 1484172531, 1030077980, 1452430622, 3065972461, 2045907030, 1501744255,
      1897262010, 3141206425, 1315333078, 1896601307,
    ],
  ],
  [
    4294967295,
    [
      4255914830, 3591915757, 2280599283, 2264459399, 603852290, 4100095168, 18406706, 451621498,
      786650470, 591723697, 3537566616,
    ],
  ],
])('with seed %i strings have the hashes they have in Python', (seed, hashes) => {
  expect(texts.map(pythonStringHash(seed))).toEqual(hashes)
})

test('the empty string has the hash 0', () => {
  expect(pythonStringHash(7)('')).toBe(0)
})

test('a seed is an integer from 0 to 4294967295', () => {
  const texts = ['0', '42', '4294967295', '4294967296', '-1', 'random', '', undefined]
  expect(texts.map(readHashSeed)).toEqual([0, 42, 4294967295, null, null, null, null, null])
})

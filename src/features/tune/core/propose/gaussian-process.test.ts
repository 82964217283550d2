import { expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { placeOf } from '../space.ts'
import { gaussianProcess } from './gaussian-process.ts'

const space = Array.from({ length: 6 }, () => ({
  numbers: [null, null, null],
  isScale: false,
  onlyIf: null,
}))
const effects = [
  [0, 0.3, -0.2],
  [0, -0.4, 0.1],
  [0, 0.2, 0.25],
  [0, 0, -0.3],
  [0, 0.15, 0],
  [0, -0.1, 0.35],
]
const valueOf = (choice: readonly number[]) =>
  choice.reduce((sum, position, flag) => sum + (effects[flag]?.[position] ?? 0), 0)

const random = new PythonRandom(1)
/** Of 729 settings. */
const seen = Array.from({ length: 30 }, () => effects.map(() => Math.floor(random.random() * 3)))

const observed = seen.map((choice) => ({
  place: placeOf(space, choice),
  value: valueOf(choice),
  error: 0.01,
}))

test('knows what flags do each by itself, where their factors multiply', () => {
  const model = gaussianProcess(observed)
  const unseen = [
    [1, 2, 2, 0, 1, 2],
    [0, 0, 1, 1, 0, 0],
    [2, 1, 0, 2, 2, 1],
  ]
  for (const choice of unseen) {
    const { mean, deviation } = model.at(placeOf(space, choice))
    expect(Math.abs(mean - valueOf(choice))).toBeLessThan(0.2)
    expect(deviation).toBeLessThan(0.2)
  }
})

test('is less sure of what was not measured with shorter lengths, and as sure of what was', () => {
  const [sure, doubtful] = [0, 2].map((doubts) => gaussianProcess(observed, observed, doubts))
  const deviations = (choice: readonly number[]) =>
    [sure, doubtful].map((model) => model?.at(placeOf(space, choice)).deviation ?? NaN)
  const [known = NaN, doubted = NaN] = deviations([1, 2, 2, 0, 1, 2])
  expect(doubted).toBeGreaterThan(1.05 * known)
  for (const deviation of deviations(seen[0] ?? [])) expect(deviation).toBeLessThan(0.03)
})

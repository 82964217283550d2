// A Gaussian process over settings: what a capacity would be where none was measured, and how sure that is. Matérn 5/2 with
// a length scale per flag, and a share of it for each flag alone; Rasmussen and Williams 2006, chapters 2 and 5, and
// Duvenaud and others 2011.
import { mean } from '#core/stats/spread.ts'
import { distances, type Place } from '../space.ts'
import { backward, cholesky, dot, forward, type Matrix } from './cholesky.ts'

/** A measured setting: any value on a scale where differences count, with its standard error. */
export type Observation = Readonly<{ place: Place; value: number; error: number }>

type Belief = Readonly<{ mean: number; deviation: number }>

export type GaussianProcess = Readonly<{
  at(place: Place): Belief
  /** The mean over these places less that over others, which have as many, and its standard error. */
  contrast(places: readonly Place[], others: readonly Place[]): Belief
}>

/** Along a flag that runs from 0 to 1; the longest stands for a flag without effect. */
const lengths = [0.15, 0.3, 0.6, 1.2, 4.8]
/** A flag is expected to matter; how smoothly, the data say. */
const usualLength = 0.6
/** Times the spread of the values. */
const amplitudes = [0.5, 1, 2]
/** Added to every error: what the smooth function cannot follow. */
const roughness = 0.01
const rounds = 2

/** Of the variance, what the flags have each by itself: factors of a capacity that multiply; the rest is what they have together. */
const additives = [0, 0.5, 0.9]

type Shape = Readonly<{
  amplitude: number
  additive: number
  /** By flag, which of `lengths`. */
  scales: readonly number[]
}>

/** At least one observation. */
export function gaussianProcess(observations: readonly Observation[]): GaussianProcess {
  const data = dataOf(observations)
  const { centre } = data
  const fit = fitted(data)
  const covariance = (one: Place, other: Place) => kernel(distances(one, other), fit.shape)
  const toAll = (place: Place) => observations.map((each) => covariance(place, each.place))
  return {
    at(place) {
      const near = toAll(place)
      const known = forward(fit.lower, near)
      const variance = fit.shape.amplitude ** 2 - dot(known, known)
      return {
        mean: centre + dot(near, fit.weights),
        deviation: Math.sqrt(Math.max(0, variance)),
      }
    },
    contrast(places, others) {
      const signed = [
        ...places.map((place) => ({ place, share: 1 / places.length })),
        ...others.map((place) => ({ place, share: -1 / others.length })),
      ]
      const near = new Float64Array(observations.length)
      let variance = 0
      for (const { place, share } of signed) {
        for (const [index, value] of toAll(place).entries())
          near[index] = (near[index] ?? 0) + share * value
        for (const other of signed) variance += share * other.share * covariance(place, other.place)
      }
      const known = forward(fit.lower, near)
      return {
        mean: dot(near, fit.weights),
        deviation: Math.sqrt(Math.max(0, variance - dot(known, known))),
      }
    },
  }
}

/** Matérn 5/2 by a squared distance. */
function matern(square: number): number {
  const far = Math.sqrt(5 * square)
  return (1 + far + (far * far) / 3) * Math.exp(-far)
}

function kernel(squares: readonly number[], { amplitude, additive, scales }: Shape): number {
  let [sum, alone] = [0, 0]
  for (let flag = 0; flag < squares.length; flag++) {
    const square = (squares[flag] ?? 0) / (lengths[scales[flag] ?? 0] ?? 1) ** 2
    sum += square
    alone += additive === 0 ? 0 : matern(square)
  }
  const own = additive === 0 ? 0 : (additive * alone) / squares.length
  return amplitude ** 2 * (own + (1 - additive) * matern(sum))
}

type Fit = Readonly<{ shape: Shape; lower: Matrix; weights: Float64Array; likelihood: number }>
type Data = Readonly<{
  observations: readonly Observation[]
  centre: number
  spread: number
  /** By flag and length, of any two observations, the lower triangle row by row. */
  squares: readonly (readonly Float64Array[])[]
  alone: readonly (readonly Float64Array[])[]
}>

function dataOf(observations: readonly Observation[]): Data {
  const values = observations.map(({ value }) => value)
  const centre = mean(values)
  const spread = Math.max(0.05, Math.sqrt(mean(values.map((value) => (value - centre) ** 2))))
  const apart = observations.flatMap(({ place }, index) =>
    observations.slice(0, index + 1).map((other) => distances(place, other.place)),
  )
  const flags = observations[0]?.place.length ?? 0
  const squares = Array.from({ length: flags }, (_, flag) =>
    lengths.map((length) => Float64Array.from(apart, (pair) => (pair[flag] ?? 0) / length ** 2)),
  )
  const alone = squares.map((byLength) => byLength.map((pairs) => pairs.map(matern)))
  return { observations, centre, spread, squares, alone }
}

/** The likeliest shape, one length after the other. */
function fitted(data: Data): Fit {
  const flags = data.squares.length
  let best = fitOf(data, {
    amplitude: data.spread,
    additive: 0,
    scales: Array.from({ length: flags }, () => lengths.indexOf(usualLength)),
  })
  for (let round = 0; round < rounds; round++) {
    const { shape } = best
    const shares = flags < 2 ? [0] : additives
    best = likeliest(data, [
      best,
      ...shares.flatMap((additive) =>
        amplitudes.map((factor) => ({ ...shape, additive, amplitude: factor * data.spread })),
      ),
    ])
    for (let flag = 0; flag < flags; flag++) {
      const { shape } = best
      const shapes = lengths.map((_, scale) => ({
        ...shape,
        scales: shape.scales.with(flag, scale),
      }))
      best = likeliest(data, [best, ...shapes])
    }
  }
  return best
}

function likeliest(data: Data, [best, ...shapes]: readonly [Fit, ...Shape[]]): Fit {
  return shapes
    .map((shape) => fitOf(data, shape))
    .reduce((one, other) => (other.likelihood > one.likelihood + 1e-9 ? other : one), best)
}

function fitOf(data: Data, shape: Shape): Fit {
  const { observations, centre } = data
  const lower = cholesky(covariances(data, shape))
  const off = Float64Array.from(observations, ({ value }) => value - centre)
  const whitened = forward(lower, off)
  const weights = backward(lower, whitened)
  const volume = lower.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0)
  const prior =
    shape.scales.reduce(
      (sum, scale) => sum + Math.log((lengths[scale] ?? 1) / usualLength) ** 2,
      0,
    ) / 2
  return { shape, lower, weights, likelihood: -dot(whitened, whitened) / 2 - volume - prior }
}

/** Of the observations: their lower triangle; the rest is 0. */
function covariances({ observations, squares, alone }: Data, shape: Shape): Matrix {
  const { amplitude, additive, scales } = shape
  const count = observations.length
  const together = summed(squares, scales, count)
  const apart = additive === 0 ? null : summed(alone, scales, count)
  const [shared, own] = [
    amplitude ** 2 * (1 - additive),
    (amplitude ** 2 * additive) / scales.length,
  ]
  return observations.map(({ error }, index) => {
    const row = new Float64Array(count)
    const from = (index * (index + 1)) / 2
    for (let other = 0; other <= index; other++) {
      const pair = from + other
      row[other] = shared * matern(together[pair] ?? 0) + own * (apart?.[pair] ?? 0)
    }
    row[index] = (row[index] ?? 0) + error ** 2 + roughness ** 2
    return row
  })
}

function summed(
  byFlag: readonly (readonly Float64Array[])[],
  scales: readonly number[],
  count: number,
): Float64Array {
  const sum = new Float64Array((count * (count + 1)) / 2)
  for (const [flag, byLength] of byFlag.entries()) {
    const pairs = byLength[scales[flag] ?? 0]
    if (pairs === undefined) continue
    for (let pair = 0; pair < sum.length; pair++) sum[pair] = (sum[pair] ?? 0) + (pairs[pair] ?? 0)
  }
  return sum
}

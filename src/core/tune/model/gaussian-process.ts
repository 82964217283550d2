// A Gaussian process over settings: what a capacity would be where none was measured, and how sure that is. Matérn 5/2 with
// a length scale per flag; Rasmussen and Williams 2006, chapters 2 and 5.
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

type Shape = Readonly<{ amplitude: number; lengths: readonly number[] }>

/** At least one observation. */
export function gaussianProcess(observations: readonly Observation[]): GaussianProcess {
  const values = observations.map(({ value }) => value)
  const centre = mean(values)
  const spread = Math.max(0.05, Math.sqrt(mean(values.map((value) => (value - centre) ** 2))))
  const apart = observations.map(({ place }) =>
    observations.map((other) => distances(place, other.place)),
  )
  const fit = fitted(observations, { centre, spread, apart })
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

function kernel(squares: readonly number[], shape: Shape): number {
  let sum = 0
  for (const [flag, square] of squares.entries()) sum += square / (shape.lengths[flag] ?? 1) ** 2
  const far = Math.sqrt(5 * sum)
  return shape.amplitude ** 2 * (1 + far + (far * far) / 3) * Math.exp(-far)
}

type Fit = Readonly<{ shape: Shape; lower: Matrix; weights: Float64Array; likelihood: number }>
type Data = Readonly<{
  centre: number
  spread: number
  /** Squared distances by flag of any two. */
  apart: readonly (readonly (readonly number[])[])[]
}>

/** The likeliest shape, one length after the other. */
function fitted(observations: readonly Observation[], data: Data): Fit {
  const flags = observations[0]?.place.length ?? 0
  const start = {
    amplitude: data.spread,
    lengths: Array.from({ length: flags }, () => usualLength),
  }
  let best = fitOf(observations, data, start)
  for (let round = 0; round < rounds; round++) {
    const amplitude = amplitudes.map((factor) => ({
      ...best.shape,
      amplitude: factor * data.spread,
    }))
    best = likeliest(observations, data, [best, ...amplitude])
    for (let flag = 0; flag < flags; flag++) {
      const { shape } = best
      const shapes = lengths.map((length) => ({
        ...shape,
        lengths: shape.lengths.with(flag, length),
      }))
      best = likeliest(observations, data, [best, ...shapes])
    }
  }
  return best
}

function likeliest(
  observations: readonly Observation[],
  data: Data,
  [best, ...shapes]: readonly [Fit, ...Shape[]],
): Fit {
  return shapes
    .map((shape) => fitOf(observations, data, shape))
    .reduce((one, other) => (other.likelihood > one.likelihood + 1e-9 ? other : one), best)
}

function fitOf(observations: readonly Observation[], data: Data, shape: Shape): Fit {
  const matrix = data.apart.map((row, index) => {
    const line = Float64Array.from(row, (squares) => kernel(squares, shape))
    const error = observations[index]?.error ?? 0
    line[index] = (line[index] ?? 0) + error ** 2 + roughness ** 2
    return line
  })
  const lower = cholesky(matrix)
  const off = Float64Array.from(observations, ({ value }) => value - data.centre)
  const whitened = forward(lower, off)
  const weights = backward(lower, whitened)
  const volume = lower.reduce((sum, row, index) => sum + Math.log(row[index] ?? 1), 0)
  const prior =
    shape.lengths.reduce((sum, length) => sum + Math.log(length / usualLength) ** 2, 0) / 2
  return { shape, lower, weights, likelihood: -dot(whitened, whitened) / 2 - volume - prior }
}

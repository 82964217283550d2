// A Gaussian process over settings: predicts the capacity of unmeasured settings with its uncertainty. Matérn 5/2 with
// a length scale per flag, and variance shares for single flags and for pairs; Rasmussen and Williams 2006, chapters 2
// and 5, and Duvenaud and others 2011.
import { backward, cholesky, dot, forward, type Matrix } from '#core/stats/cholesky.ts'
import { mean } from '#core/base/spread.ts'
import { distances, squaredDistance, type Place } from '../space.ts'

/** A measured setting: a value on an interval scale, with its standard error. */
export type Observation = Readonly<{ place: Place; value: number; error: number }>

type Belief = Readonly<{ mean: number; deviation: number }>

export type GaussianProcess = Readonly<{
  at(place: Place): Belief
  /** Mean over `places` minus mean over `others`, of equal number, and its standard error. */
  contrast(places: readonly Place[], others: readonly Place[]): Belief
}>

/** Length scales of a flag that ranges from 0 to 1; the longest means a flag without effect. */
const lengths = [0.15, 0.3, 0.6, 1.2, 4.8]
/** Prior: a flag matters; the data determine how smoothly. */
const usualLength = 0.6
/** Multiples of the spread of the values. */
const amplitudes = [0.5, 1, 2]
/** Added to every error for deviations from a smooth function. */
const roughness = 0.01
const rounds = 2

/** Shares of the variance; the rest is common to all flags. */
type Shares = Readonly<{
  /** Effects of single flags: independent factors of the capacity. */
  single: number
  /** Effects of pairs of flags. */
  paired: number
}>

const allTogether: Shares = { single: 0, paired: 0 }
const shares: readonly Shares[] = [
  allTogether,
  { single: 0.5, paired: 0 },
  { single: 0.9, paired: 0 },
  { single: 0.6, paired: 0.3 },
  { single: 0.3, paired: 0.6 },
]

type Shape = Readonly<{
  amplitude: number
  shares: Shares
  /** Index into `lengths`, by flag. */
  scales: readonly number[]
}>

/**
 * Requires at least one observation. Lengths and amplitude maximise the likelihood of `learned` of them; each step in
 * `doubts` shortens the lengths, so that the model is less certain of unmeasured settings.
 */
export function gaussianProcess(
  observations: readonly Observation[],
  learned: readonly Observation[] = observations,
  doubts = 0,
): GaussianProcess {
  const data = dataOf(observations)
  const { centre } = data
  const { scales, ...shape } = shapeOf(learned.length === 0 ? observations : learned)
  const shorter = scales.map((scale) => Math.max(0, scale - doubts))
  const fit = fitOf(data, { ...shape, scales: shorter })
  const covariance = (one: Place, other: Place) => kernel(distances(one, other), fit.shape)
  const toAll = covariancesTo(observations, fit.shape)
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

/** Matérn 5/2 of a squared distance. */
function matern(square: number): number {
  const far = Math.sqrt(5 * square)
  return (1 + far + (far * far) / 3) * Math.exp(-far)
}

function kernel(squares: readonly number[], { amplitude, shares, scales }: Shape): number {
  let [square, alone, again] = [0, 0, 0]
  for (let flag = 0; flag < squares.length; flag++) {
    const own = (squares[flag] ?? 0) / (lengths[scales[flag] ?? 0] ?? 1) ** 2
    const near = matern(own)
    square += own
    alone += near
    again += near * near
  }
  return amplitude ** 2 * mixed(shares, { square, alone, again, flags: squares.length })
}

type Column = Readonly<{ squares: Float64Array; alone: Float64Array }>

/** Covariances of a place with every observation. Caches each flag value's contribution, because many places share few values. */
function covariancesTo(observations: readonly Observation[], { amplitude, shares, scales }: Shape) {
  const columns = scales.map(() => new Map<Place[number], Column>())
  const columnOf = (place: Place, flag: number): Column => {
    const part = place[flag] ?? []
    const known = columns[flag]?.get(part)
    if (known !== undefined) return known
    const length = lengths[scales[flag] ?? 0] ?? 1
    const squares = Float64Array.from(
      observations,
      (each) => squaredDistance(part, each.place[flag] ?? []) / length ** 2,
    )
    const column = { squares, alone: squares.map(matern) }
    columns[flag]?.set(part, column)
    return column
  }
  return (place: Place): Float64Array => {
    const own = place.map((_, flag) => columnOf(place, flag))
    return Float64Array.from(observations, (_, index) => {
      let [square, alone, again] = [0, 0, 0]
      for (const column of own) {
        const near = column.alone[index] ?? 0
        square += column.squares[index] ?? 0
        alone += near
        again += near * near
      }
      return amplitude ** 2 * mixed(shares, { square, alone, again, flags: own.length })
    })
  }
}

/** Sums over the flags: squared distances, single contributions, and their squares. */
type Parts = Readonly<{ square: number; alone: number; again: number; flags: number }>

/** At most 1. The mean product of any two numbers is (sum² − sum of squares) ÷ (count × (count − 1)). */
function mixed({ single, paired }: Shares, { square, alone, again, flags }: Parts): number {
  const own = single === 0 ? 0 : (single * alone) / flags
  const pairs = paired === 0 ? 0 : (paired * (alone * alone - again)) / (flags * (flags - 1))
  return own + pairs + (1 - single - paired) * matern(square)
}

type Fit = Readonly<{ shape: Shape; lower: Matrix; weights: Float64Array; likelihood: number }>
type Data = Readonly<{
  observations: readonly Observation[]
  centre: number
  /** Squared distances of all pairs by flag and length, as a lower triangle row by row; computed on demand. */
  squares: (flag: number, scale: number) => Float64Array
  alone: (flag: number, scale: number) => Float64Array
  again: (flag: number, scale: number) => Float64Array
}>

function dataOf(observations: readonly Observation[]): Data {
  const apart = madeOnce((flag) => pairsOf(observations, flag))
  const squares = madeOnce((flag, scale) => {
    const length = lengths[scale] ?? 1
    return apart(flag, 0).map((square) => square / length ** 2)
  })
  const alone = madeOnce((flag, scale) => squares(flag, scale).map(matern))
  const again = madeOnce((flag, scale) => alone(flag, scale).map((near) => near * near))
  const centre = mean(observations.map(({ value }) => value))
  return { observations, centre, squares, alone, again }
}

/** Squared distances along one flag. */
function pairsOf(observations: readonly Observation[], flag: number): Float64Array {
  const parts = observations.map(({ place }) => place[flag] ?? [])
  const pairs = new Float64Array((parts.length * (parts.length + 1)) / 2)
  let pair = 0
  for (const [index, part] of parts.entries()) {
    for (let other = 0; other <= index; other++) {
      pairs[pair++] = squaredDistance(part, parts[other] ?? [])
    }
  }
  return pairs
}

function madeOnce(make: (flag: number, scale: number) => Float64Array) {
  const made = new Map<number, Float64Array>()
  return (flag: number, scale: number) => {
    const key = flag * lengths.length + scale
    const known = made.get(key) ?? make(flag, scale)
    made.set(key, known)
    return known
  }
}

/** Cache size; repeated runs of one setting leave the other observations unchanged. */
const mostShapes = 8
const shapes = new Map<string, Shape>()

function shapeOf(observations: readonly Observation[]): Shape {
  const key = JSON.stringify(observations)
  const shape = shapes.get(key) ?? likeliestShape(observations)
  shapes.delete(key)
  shapes.set(key, shape)
  const [oldest] = shapes.keys()
  if (shapes.size > mostShapes && oldest !== undefined) shapes.delete(oldest)
  return shape
}

/** Optimises one length at a time. */
function likeliestShape(observations: readonly Observation[]): Shape {
  const data = dataOf(observations)
  const flags = observations[0]?.place.length ?? 0
  const squared = observations.map(({ value }) => (value - data.centre) ** 2)
  const spread = Math.max(0.05, Math.sqrt(mean(squared)))
  let best = fitOf(data, {
    amplitude: spread,
    shares: allTogether,
    scales: Array.from({ length: flags }, () => lengths.indexOf(usualLength)),
  })
  for (let round = 0; round < rounds; round++) {
    const { shape } = best
    const offered = flags < 2 ? [allTogether] : shares
    best = likeliest(data, [
      best,
      ...offered.flatMap((shares) =>
        amplitudes.map((factor) => ({ ...shape, shares, amplitude: factor * spread })),
      ),
    ])
    for (let flag = 0; flag < flags; flag++) {
      const { shape } = best
      const shapes = lengths.flatMap((_, scale) =>
        scale === shape.scales[flag] ? [] : [{ ...shape, scales: shape.scales.with(flag, scale) }],
      )
      best = likeliest(data, [best, ...shapes])
    }
  }
  return best.shape
}

function likeliest(data: Data, [best, ...shapes]: readonly [Fit, ...Shape[]]): Fit {
  return shapes
    .map((shape) => fitOf(data, shape))
    .reduce((one, other) => (other.likelihood > one.likelihood + 1e-9 ? other : one), best)
}

function fitOf(data: Data, shape: Shape): Fit {
  const { observations, centre } = data
  const lower = cholesky(covariances(data, shape))
  if (lower === null) throw new RangeError('The covariances are not positive definite.')
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

/** Lower triangle of the observations' covariances; the rest is 0. */
function covariances({ observations, ...data }: Data, shape: Shape): Matrix {
  const { amplitude, shares, scales } = shape
  const count = observations.length
  const flags = scales.length
  const together = summed(data.squares, scales, count)
  const isApart = shares.single > 0 || shares.paired > 0
  const apart = isApart ? summed(data.alone, scales, count) : null
  const twice = shares.paired > 0 ? summed(data.again, scales, count) : null
  return observations.map(({ error }, index) => {
    const row = new Float64Array(count)
    const from = (index * (index + 1)) / 2
    for (let other = 0; other <= index; other++) {
      const pair = from + other
      const [square = 0, alone = 0, again = 0] = [together[pair], apart?.[pair], twice?.[pair]]
      row[other] = amplitude ** 2 * mixed(shares, { square, alone, again, flags })
    }
    row[index] = (row[index] ?? 0) + error ** 2 + roughness ** 2
    return row
  })
}

function summed(
  pairsOf: (flag: number, scale: number) => Float64Array,
  scales: readonly number[],
  count: number,
): Float64Array {
  const sum = new Float64Array((count * (count + 1)) / 2)
  for (const [flag, scale] of scales.entries()) {
    const pairs = pairsOf(flag, scale)
    for (let pair = 0; pair < sum.length; pair++) sum[pair] = (sum[pair] ?? 0) + (pairs[pair] ?? 0)
  }
  return sum
}

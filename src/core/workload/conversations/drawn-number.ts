// Draws numbers of turns and tokens for descriptions of conversations: integers, from the distributions of the original's script.
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'

const most = z.int().min(1).optional()
const constant = z.object({ distribution: z.literal('constant'), value: z.int().min(0) })
const uniform = z
  .object({ distribution: z.literal('uniform'), min: z.int().min(0), max: z.int().min(0) })
  .refine(({ min, max }) => min <= max, {
    path: ['min'],
    error: () => schemaText(message('workload.aboveMax')),
  })
const lognormalByAverage = z.object({
  distribution: z.literal('lognormal'),
  average: z.number().min(1),
  median_ratio: z.number().gt(0).lt(1).default(0.85),
  max: most,
})
const lognormalByShape = z.object({
  distribution: z.literal('lognormal'),
  mean: z.number().positive(),
  sigma: z.number().min(0),
  max: most,
})
const zipf = z.object({ distribution: z.literal('zipf'), alpha: z.number().gt(1), max: most })
const poisson = z.object({
  distribution: z.literal('poisson'),
  alpha: z.number().positive().max(1e6),
  max: most,
})

export const drawnNumberSchema = z.union(
  [constant, uniform, lognormalByAverage, lognormalByShape, zipf, poisson],
  {
    error: () => schemaText(message('workload.distributionForm')),
  },
)

type DrawnNumber = z.infer<typeof drawnNumberSchema>

export function drawNumber(spec: DrawnNumber, random: NumpyRandomState): number {
  const drawn = Math.round(draw(spec, random))
  return 'max' in spec && spec.max !== undefined ? Math.min(drawn, spec.max) : drawn
}

function draw(spec: DrawnNumber, random: NumpyRandomState): number {
  switch (spec.distribution) {
    case 'constant':
      return spec.value
    case 'uniform':
      return random.randint(spec.min, spec.max + 1)
    case 'lognormal':
      return drawLognormal('average' in spec ? shapeOf(spec) : spec, random)
    case 'zipf':
      return drawZipf(spec.alpha, random)
    case 'poisson':
      return drawPoisson(spec.alpha, random)
  }
}

type Lognormal = Readonly<{ mean: number; sigma: number }>

/** The median is below the average by the effect of the spread. */
function shapeOf({ average, median_ratio: ratio }: z.infer<typeof lognormalByAverage>): Lognormal {
  return { mean: Math.log(average * ratio), sigma: Math.sqrt(-2 * Math.log(ratio)) }
}

function drawLognormal({ mean, sigma }: Lognormal, random: NumpyRandomState): number {
  return Math.exp(mean + sigma * random.gaussian())
}

/** Rejection method of Devroye. */
function drawZipf(alpha: number, random: NumpyRandomState): number {
  const bound = 2 ** (alpha - 1)
  for (;;) {
    const uniform = 1 - random.double()
    const candidate = Math.floor(uniform ** (-1 / (alpha - 1)))
    const ratio = (1 + 1 / candidate) ** (alpha - 1)
    const isKept = (random.double() * candidate * (ratio - 1)) / (bound - 1) <= ratio / bound
    if (isKept && candidate < Number.MAX_SAFE_INTEGER) return candidate
  }
}

/** Number of events of a unit-rate process within the time `expected`. */
function drawPoisson(expected: number, random: NumpyRandomState): number {
  let events = -1
  for (let elapsed = 0; elapsed <= expected; elapsed += random.exponential(1)) events++
  return events
}

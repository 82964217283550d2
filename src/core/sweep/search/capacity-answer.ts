// What a search for capacity has to say, from the fit through its runs.
import type { CapacityAnswer, SearchEnding, SweepSearch } from '#core/model/sweep-search.ts'
import type { LoadFit } from './load-fit.ts'

type Found = Readonly<{
  search: Pick<SweepSearch, 'over'>
  fit: LoadFit
  runs: number
  ending: SearchEnding
}>

export function capacityAnswer({ search, fit, runs, ending }: Found): CapacityAnswer {
  const held = fit.loads.findLast(({ holds }) => holds)
  const broken = fit.loads.find(({ holds }) => !holds)
  return {
    kind: 'capacity',
    highestHeld: held?.load ?? null,
    firstBroken: broken
      ? {
          load: broken.load,
          limit: typeof broken.broken === 'number' ? broken.broken : null,
        }
      : null,
    estimate: fit.boundary === null ? null : said(search, fit.boundary, 'down'),
    interval: fit.interval && {
      low: said(search, fit.interval.low, 'down'),
      high: said(search, fit.interval.high, 'up'),
    },
    ...{ runs, ending },
  }
}

/** A load that can be set: a part of a request in flight is none. */
function said({ over }: Pick<SweepSearch, 'over'>, load: number, rounding: 'down' | 'up'): number {
  if (over === 'requestRate') return Number(load.toPrecision(4))
  return rounding === 'down' ? Math.floor(load) : Math.ceil(load)
}

// What a search for capacity has to say, from the fit through its runs.
import type { CapacityAnswer, SearchEnding, SweepSearch } from '#core/model/sweep-search.ts'
import type { LoadFit } from './load-fit.ts'

type Found = Readonly<{
  search: Pick<SweepSearch, 'over'>
  fit: LoadFit
  runs: number
  ending: SearchEnding
}>

/** The interval reaches from the highest load that surely holds to the lowest that surely does not. */
export function capacityAnswer({ search, fit, runs, ending }: Found): CapacityAnswer {
  const held = fit.loads.findLast(({ holds }) => holds)
  const broken = fit.loads.find(({ holds }) => !holds)
  const surelyHeld = fit.loads.findLast(({ holds, isSure }) => holds && isSure)
  const surelyBroken = fit.loads.find(({ holds, isSure }) => !holds && isSure)
  const enclosed = fit.boundary !== null && surelyHeld && surelyBroken
  return {
    kind: 'capacity',
    highestHeld: held?.load ?? null,
    firstBroken: broken
      ? {
          load: broken.load,
          limit: typeof broken.tightest === 'number' ? broken.tightest : null,
        }
      : null,
    estimate: fit.boundary === null ? null : said(search, fit.boundary),
    interval: enclosed ? { low: surelyHeld.load, high: surelyBroken.load } : null,
    ...{ runs, ending },
  }
}

/** A load that can be set: a part of a request in flight is none. */
function said({ over }: Pick<SweepSearch, 'over'>, boundary: number): number {
  return over === 'maxConcurrency' ? Math.floor(boundary) : Number(boundary.toPrecision(4))
}

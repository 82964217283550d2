// How often a comparison of two runs gives a false verdict, and how large an effect it finds, in virtual time: pairs of
// simulated runs of the same server, and of one that is faster, through everything that a real comparison goes through.
// node bench/comparisons.ts [pairs] [speeds] [requests] [cases]
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { compareRuns } from '#core/compare/compare-runs.ts'
import { headlineNames } from '#core/compare/headline.ts'
import { simulatedCases, simulatedRun } from '#core/compare/simulated-run.test-support.ts'

const [, , pairsText = '1000', speedsText = '1', sizesText = '50,200,500,2000', casesText] =
  process.argv
const pairs = Number(pairsText)
const names = casesText?.split(',') ?? Object.keys(simulatedCases)
const shown = [
  ...['requestThroughput/mean', 'outputThroughput/mean', 'totalTokenThroughput/mean'],
  ...['ttft/mean', 'tpot/mean', 'itl/mean', 'e2el/mean', 'ttft/50', 'e2el/50', 'ttft/99'],
  ...['e2el/99', 'itl/99'],
]

/** Shares in % of the pairs whose figure is said to have moved; of the headline, that any of its figures is. */
function movedShares(name: string, speed: number, requests: number): string {
  const found = simulatedCases[name]
  if (found === undefined) throw new RangeError(`There is no case "${name}".`)
  const { load, server } = found
  const moved = new Map<string, number>()
  const count = (key: string) => moved.set(key, (moved.get(key) ?? 0) + 1)
  for (let pair = 0; pair < pairs; pair++) {
    const [base, other] = [1, speed].map((faster, side) =>
      simulatedRun({
        ...{ load, requests, server: { ...server, speed: faster } },
        random: new NumpyRandomState(100_000 * requests + 2 * pair + side),
      }),
    )
    if (base === undefined || other === undefined) continue
    const verdicts = compareRuns(base, other).filter(
      ({ verdict }) => verdict === 'better' || verdict === 'worse',
    )
    for (const figure of verdicts) count(figureKey(figure))
    const isInHeadline = verdicts.some(
      ({ name: figure, percentile }) => percentile === null && headlineNames.includes(figure),
    )
    if (isInHeadline) count('headline')
  }
  return ['headline', ...shown]
    .map((key) => ((100 * (moved.get(key) ?? 0)) / pairs).toFixed(1))
    .join('\t')
}

console.log(['case', 'speed', 'requests', 'headline', ...shown].join('\t'))
for (const name of names) {
  for (const speed of speedsText.split(',').map(Number)) {
    for (const requests of sizesText.split(',').map(Number)) {
      console.log([name, speed, requests, movedShares(name, speed, requests)].join('\t'))
    }
  }
}

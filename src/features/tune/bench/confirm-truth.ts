// False-positive rate of a tuning's confirmation without a gain, and number of starts needed for a real gain.
// node src/features/tune/bench/confirm-truth.ts [tunings] [replications] [seed]
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { compared, fewestStarts, gainBy, isSettled } from '#features/tune/core/confirm.ts'
import { printRows } from '../../../../bench/truth/print-rows.ts'
import { type Asked, shareText } from '../../../../bench/truth/score.ts'

const startSpreads = [0.01, 0.03, 0.06]
const gains = [0, 0.03, 0.06, 0.15]

function* tuningRows({ replications, seed }: Asked): Generator<string> {
  for (const spread of startSpreads) {
    for (const gain of gains) {
      const random = new NumpyRandomState(seed)
      const found = Array.from({ length: replications }, () => confirm(random, spread, gain))
      const starts = found.reduce((sum, { starts }) => sum + starts, 0) / replications
      const better = found.filter(({ low }) => low > 0).length
      const holds = found.filter(({ low, high }) => low <= gain && gain <= high).length
      yield [
        `tuning, starts differ by ${100 * spread} %, gain of ${100 * gain} % | called better ${shareText(better, replications)}`,
        `interval holds it ${shareText(holds, replications)}`,
        `${starts.toFixed(1)} starts`,
      ].join(' | ')
    }
  }
}

function confirm(random: NumpyRandomState, spread: number, gain: number) {
  const [ones, others]: [number[], number[]] = [[], []]
  for (;;) {
    ones.push(spread * random.gaussian())
    others.push(Math.log1p(gain) + spread * random.gaussian())
    const starts = ones.length + others.length
    if (starts < fewestStarts) continue
    const found = gainBy(compared(ones, others))
    if (isSettled({ gain: found }, starts)) return { ...found.interval, starts }
  }
}

printRows({ tunings: tuningRows })

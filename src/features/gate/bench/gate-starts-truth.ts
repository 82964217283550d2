// Error rate of `kneepoint gate` if starts of a server differ: with a baseline that was started once, against stored runs of
// several jobs, and between several starts per side.
// node src/features/gate/bench/gate-starts-truth.ts [gates] [replications] [seed]
import { judgeFigures, decisionOf } from '#features/gate/core/judge-gate.ts'
import { isOver } from '#features/gate/core/gate-result.ts'
import { samplesOfSides } from '#features/gate/core/samples.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { engineOf } from '../../../../bench/truth/engines.ts'
import { runOn } from '../../../../bench/truth/known-truth.ts'
import { printRows } from '../../../../bench/truth/print-rows.ts'
import { type Asked, shareText } from '../../../../bench/truth/score.ts'

const figures = [{ name: 'outputThroughput', percentile: null, tolerance: 0.02 }] as const
const startSpread = 0.03
const dayMs = 86_400_000

const kinds = [
  { name: 'one start a side, in turns', jobs: [1, 1], paired: true },
  { name: '6 stored jobs of 3 runs, one start', jobs: [6, 1], paired: false },
  { name: '8 stored jobs of 3 runs, 4 jobs of 3', jobs: [8, 4], paired: false },
] as const

/** Throughput of the candidate is lower by this share; 2 % is tolerated. */
const losses = [0, 0.1, 0.2]

printRows({ gates: gateRows })

function* gateRows({ replications, seed, only }: Asked): Generator<string> {
  const engine = engineOf('batching')
  const load = { rate: null, concurrency: 16, requests: 300 }
  for (const [place, { name, jobs, paired }] of kinds.entries()) {
    if (only !== null && only !== place) continue
    for (const loss of losses) {
      for (const spread of loss === 0 ? [0.01, 0.02, 0.03, 0.05] : [0.02]) {
        const random = new NumpyRandomState(seed + place)
        const ends = Array.from({ length: replications }, (_, at) => gateOf(spread, loss, at))
        const share = (end: string) =>
          shareText(ends.filter((one) => one === end).length, replications)
        const change = loss === 0 ? 'no loss' : `${100 * loss} % lost`
        yield `gate, ${name}, starts differ by ${100 * spread} %, ${change} | worse ${share('worse')} | pass ${share('pass')} | undecided ${share('undecided')}`

        function gateOf(ofStarts: number, lost: number, at: number) {
          const mostRepeats = paired ? 10 : 1
          const rules = { mostRepeats, errorRate: 0.01, startSpread }
          const side = (first: number, slowness: number, count: number) =>
            Array.from({ length: count }, (_, job) => {
              const start = slowness * Math.exp(ofStarts * random.gaussian())
              return { start, first: first + 100 * job, job }
            })
          const base = side(seed + 10_000 * at, 1, jobs[0])
          const other = side(seed + 10_000 * at + 5000, 1 / (1 - lost), jobs[1])
          const runsOf = (of: typeof base, repeats: number) =>
            of.flatMap(({ start, first, job }) =>
              Array.from({ length: repeats }, (_run, repeat) => ({
                ...runOn(engine, load, first + repeat, start),
                createdAtEpochMs: job * dayMs + repeat,
                startedAtEpochMs: job * dayMs + repeat,
              })),
            )
          for (let repeats = 3; ; repeats++) {
            const sides = { baseline: runsOf(base, repeats), candidate: runsOf(other, repeats) }
            const samples = samplesOfSides({ ...sides, paired }, figures)
            const judged = judgeFigures({ figures, samples, rules })
            if (!paired || isOver(judged, { repeats, lost: 0 }, rules)) return decisionOf(judged)
          }
        }
      }
    }
  }
}

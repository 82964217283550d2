// Error rate and detection rate of `kneepoint gate` in virtual time: gates over repeats of simulated runs whose server has
// autocorrelated noise, with the same requests for both sides. docs/measuring/gate.md, "A gate", has the table.
// node src/features/gate/bench/gate-truth.ts [gates] [seed]
import {
  decisionOf,
  fewestRepeats,
  type GateMetric,
  judgeFigures,
  parseFigure,
  parseTolerance,
} from '#features/gate/core/judge-gate.ts'
import { samplesOfSides } from '#features/gate/core/samples.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { ComparableRun } from '#core/compare/comparable-figures.ts'
import { simulatedCases, simulatedRun } from '#core/compare/simulated-run.test-support.ts'

const [, , gatesText = '2000', seedText = '1'] = process.argv
const gates = Number(gatesText)
const rules = { mostRepeats: 10, errorRate: 0.01, startSpread: 0 }

type Question = Readonly<{
  name: string
  server: keyof typeof simulatedCases
  requests: number
  figures: Readonly<Record<string, string>>
  /** Relative speeds of the candidate; 1 is no change. */
  speeds: readonly number[]
}>

const questions: readonly Question[] = [
  {
    name: 'output throughput, 2 %, closed loop',
    server: 'closed loop',
    requests: 1000,
    figures: { 'output throughput': '2 %' },
    speeds: [1, 0.95],
  },
  {
    name: 'p99 TTFT, 5 %, open loop',
    server: 'light open loop',
    requests: 1000,
    figures: { 'p99 ttft': '5 %' },
    speeds: [1, 1 / 1.1],
  },
]

console.log('question\tspeed\tpass %\tworse %\tundecided %\tmean repeats')
for (const question of questions) {
  for (const speed of question.speeds) console.log(rowOf(question, speed))
}

function rowOf(question: Question, speed: number): string {
  const ends = Array.from({ length: gates }, (_, gate) => ended(question, { speed, gate }))
  const share = (decision: string) =>
    ((100 * ends.filter((end) => end.decision === decision).length) / gates).toFixed(2)
  const repeats = ends.reduce((sum, end) => sum + end.repeats, 0) / gates
  return [
    ...[question.name, speed.toFixed(3), share('pass'), share('worse'), share('undecided')],
    repeats.toFixed(1),
  ].join('\t')
}

function ended(question: Question, { speed, gate }: Readonly<{ speed: number; gate: number }>) {
  const figures = Object.entries(question.figures).map(([text, tolerance]) =>
    gatedFigure(text, tolerance),
  )
  const baseline: ComparableRun[] = []
  const candidate: ComparableRun[] = []
  for (;;) {
    const seed = gate * 100 + baseline.length
    baseline.push(runOf(question, { speed: 1, seed, side: 0 }))
    candidate.push(runOf(question, { speed, seed, side: 1 }))
    const samples = samplesOfSides({ baseline, candidate, paired: true }, figures)
    const decision = decisionOf(judgeFigures({ figures, samples, rules }))
    const isLast = baseline.length === rules.mostRepeats
    if (isLast || (baseline.length >= fewestRepeats && decision !== 'undecided')) {
      return { decision, repeats: baseline.length }
    }
  }
}

function gatedFigure(text: string, tolerance: string): GateMetric {
  const [figure, share] = [parseFigure(text), parseTolerance(tolerance)]
  if (figure === null || share === null) throw new RangeError(`${text}: ${tolerance}`)
  return { ...figure, tolerance: share }
}

/** Both sides of a repeat are sent the same requests, but each server has its own noise. */
function runOf(
  { server, requests }: Question,
  { speed, seed, side }: Readonly<{ speed: number; seed: number; side: number }>,
): ComparableRun {
  const found = simulatedCases[server]
  if (found === undefined) throw new RangeError(`There is no case "${server}".`)
  const first = (Number(seedText) * 1_000_003 + seed) * 3
  return simulatedRun({
    ...{ load: found.load, server: { ...found.server, speed }, requests },
    random: new NumpyRandomState(first),
    serverRandom: new NumpyRandomState(first + 1 + side),
  })
}

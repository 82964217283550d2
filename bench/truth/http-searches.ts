// Searches for capacity over HTTP in real time, beside the same searches in virtual time: one search, its runs with what
// the client says of itself, and the load at which long runs of the same server in virtual time meet the limit.
// node bench/truth/http-searches.ts PLACE [virtual searches] [seed]
import { judgeRun } from '#core/judgement/judge-run.ts'
import { latencyFigure } from '#core/judgement/known-figures.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { simulatorSpecSchema } from '#core/model/server.ts'
import { type LatencyLimit, sweepPlanSchema } from '#core/model/sweep.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { virtualRun } from '#node/simulator/engine/virtual-run.test-support.ts'
import { simulatedAs } from '#node/simulator/presets/simulated-as.ts'
import { searched as searchedOverHttp } from '../../tests/capacity/search-capacity.ts'
import type { ServeOptions } from './arrivals.ts'
import { trueCapacity, statisticName } from './known-truth.ts'
import { searched } from './searches.ts'

type Question = Readonly<{
  preset: string
  seats: number
  inputTokens: number
  outputTokens: number
  statistic: Readonly<{ metric: 'ttft' | 'tpot'; percentile: number | null }>
  limitMs: number
  upTo: number
}>

/** Of few events per second, so that several fit beside each other on two cores. */
const questions: readonly Question[] = [
  q('a100-llama-8b', 8, [128, 32], { metric: 'ttft', percentile: 95 }, 300, 20),
  q('h100-llama-8b', 8, [256, 64], { metric: 'ttft', percentile: 95 }, 500, 16),
  q('l4-qwen-3b', 16, [256, 64], { metric: 'ttft', percentile: 90 }, 400, 8),
  q('quick', 8, [256, 16], { metric: 'ttft', percentile: 99 }, 350, 31),
  q('l4-qwen-3b', 256, [512, 32], { metric: 'tpot', percentile: null }, 40, 30),
  q('a100-llama-8b', 256, [512, 32], { metric: 'tpot', percentile: null }, 25, 30),
]

function q(
  preset: string,
  seats: number,
  [inputTokens, outputTokens]: readonly [number, number],
  statistic: Question['statistic'],
  limitMs: number,
  upTo: number,
): Question {
  return { preset, seats, inputTokens, outputTokens, statistic, limitMs, upTo }
}

const usualSeed = String(Math.floor(Date.now() / 86_400_000))
const [, , placeText = '0', virtualText = '0', seedText = usualSeed] = process.argv
const question = questions[Number(placeText)]
if (question === undefined) throw new RangeError(`There are ${questions.length}.`)
const { preset, seats, inputTokens, outputTokens, statistic, limitMs, upTo } = question
const spec = simulatorSpecSchema.parse({
  ...{ kind: 'simulator', preset, startupS: 0, flags: { 'max-num-seqs': seats } },
})
const engine = {
  name: preset,
  serve: ({ load, random }: ServeOptions) =>
    virtualRun(simulatedAs(spec).deployment, {
      ...{ inputTokens, outputTokens, requestRate: load.rate, concurrency: load.concurrency },
      ...{ requests: load.requests, warmUps: load.warmUps ?? 0 },
      seed: Math.floor(random.double() * 2 ** 31),
    }),
}
const limit: LatencyLimit = {
  name: statistic.metric,
  percentile: statistic.percentile,
  bound: limitMs,
}
const plan = sweepPlanSchema.parse({
  name: 'truth over HTTP',
  config: {
    ...{
      ...defaultBenchmarkConfig,
      promptTokenIds: true,
      randomRangeRatio: { input: 0, output: 0.5 },
    },
    ...{
      randomInputLen: inputTokens,
      randomOutputLen: outputTokens,
      seed: Number(seedText),
    },
  },
  ...{ requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint: 15, limits: [limit] },
  search: { kind: 'capacity', over: 'requestRate', from: upTo / 8 },
})
const name = `${preset}, ${seats} places, ${inputTokens} + ${outputTokens}, ${statisticName(statistic)} ≤ ${limitMs} ms`
const truth = trueCapacity(engine, { statistic, limitMs, upTo: 1.2 * upTo })
console.log(`${name}: truth ${truth.toFixed(2)}`)
for (let at = 0; at < Number(virtualText); at++) {
  const { answer, measuredS } = searched(engine, plan, 1000 * (Number(seedText) + at))
  console.log('  virtual', answerText(answer), `${Math.round(measuredS)} s`)
}
if (virtualText === '0') {
  const answer = await searchedOverHttp(plan, addServer, printRuns)
  console.log(`${name}: truth ${truth.toFixed(2)}, over HTTP ${answerText(answer)}`)
}

async function addServer({ servers }: Client): Promise<string> {
  const { id } = await servers.startSimulator({ name: null, spec })
  await servers.stop({ id })
  return id
}

function answerText({
  estimate,
  interval,
  highestHeld,
  runs,
  ending,
}: ReturnType<typeof searched>['answer']): string {
  const near = (load: number | null | undefined) =>
    load === null || load === undefined
      ? '–'
      : `${load.toFixed(2)} (${(100 * (load / truth - 1)).toFixed(1)} %)`
  const holds =
    interval === null || interval === undefined
      ? '–'
      : interval.low <= truth && truth <= interval.high
  return `named ${near(highestHeld)}, interval ${near(interval?.low)} to ${near(interval?.high)}, holds ${holds}, estimate ${near(estimate)}, ${runs} runs, ${ending}`
}

async function printRuns(client: Client, sweepId: string): Promise<void> {
  const { points } = await client.sweeps.get({ id: sweepId })
  for (const { runId } of points) {
    if (runId === null) continue
    const { config, summary, status } = await client.runs.get({ id: runId })
    if (summary === null) continue
    const judgement = judgeRun({ config, summary, status })
    const figure = latencyFigure(summary, statistic)
    console.log(
      [
        `  ${config.requestRate} req/s, ${config.numPrompts} requests, warm-up ${config.warmUpSeconds} s`,
        `${figure?.value.toFixed(1)} ms`,
        `client ${judgement?.clientState}`,
        JSON.stringify(judgement?.reasons),
        JSON.stringify(summary.client ?? null).slice(0, 600),
      ].join(' | '),
    )
  }
}

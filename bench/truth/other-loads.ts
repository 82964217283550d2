// What is said of loads other than single requests at a rate to one server, and how often it is true: traces, agents with branches,
// mixtures, several servers, and requests that are sent again, time out or are cancelled.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { latencyFigure, throughputFigure } from '#core/judgement/known-figures.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import type { RequestError } from '#core/records/request-record.ts'
import { type Load, requestsEach } from './arrivals.ts'
import { servedByBatches } from './batching-engine.ts'
import { intervalsText } from './conversations.ts'
import { sharedBy } from './several-servers.ts'
import { type Engine, engineOf, plain, refusingEngines, spreadLengths } from './engines.ts'
import {
  capacityOf,
  longRun,
  meanTokens,
  runOn,
  statisticName,
  trueFigures,
} from './known-truth.ts'
import { type Asked, verdictTexts } from './score.ts'

export const statistics = [
  { metric: 'ttft', percentile: null },
  { metric: 'ttft', percentile: 50 },
  { metric: 'ttft', percentile: 90 },
  { metric: 'tpot', percentile: null },
  { metric: 'e2el', percentile: null },
  { metric: 'e2el', percentile: 50 },
  { metric: 'e2el', percentile: 90 },
] as const

/** Shares of the capacity, and requests. */
const loads = [
  [0.5, 400],
  [0.5, 1000],
  [0.7, 400],
  [0.7, 1000],
  [0.85, 1000],
  [1.2, 1000],
  [1.5, 1000],
] as const

const agents = { turns: 4, pauseS: 0.5, branches: { count: 2, turns: 2 } }

type Case = Readonly<{
  name: string
  engine: Engine
  load?: Partial<Load>
  /** Requests per second; measured if absent. */
  capacity?: () => number
  /** Throughput above the capacity, as a share of it; 1 by default. */
  served?: (share: number) => number
}>

const [batching, several] = [engineOf('batching'), engineOf('G/G/8')]
const both = ['G/G/8', 'batching', 'two populations', 'prompts first'].map(engineOf)
const slower: Engine = {
  name: 'slower',
  serve: (options) => batching.serve({ ...options, startSlowness: 1.5 }),
}

const cases: readonly Case[] = [
  ...both.map((engine) => ({ name: 'trace', engine, load: { swing: 0 } })),
  ...[batching, several].map((engine) => ({
    name: 'swinging trace',
    engine,
    load: { swing: 0.4 },
  })),
  ...both.map((engine) => ({ name: 'agents', engine, load: { conversation: agents } })),
  { name: 'mixture', engine: mixed() },
  ...refusingEngines.slice(1, 3).map(({ base, engine }) => ({
    ...{ name: 'sent again', engine, load: { retry: { afterS: 0.5, most: 6 } } },
    capacity: () => capacityOf(engineOf(base)),
  })),
  {
    name: 'timed out',
    engine: timedOut(several, 2.5),
    capacity: () => capacityOf(several),
    served: () => NaN,
  },
  { name: 'cancelled', engine: cancelled() },
  {
    name: 'two servers',
    engine: { ...sharedBy([batching, slower]), name: 'batching, and one of 2/3 of its speed' },
    capacity: () => 2 * capacityOf(slower),
    served: (share) => (1 + Math.min(1.5, share)) / 2,
  },
]

export function* otherLoadRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, each] of cases.entries()) {
    if (only !== null && only !== place) continue
    const { name, engine, load: rest = {}, served = () => 1 } = each
    const capacity = each.capacity?.() ?? capacityOf(engine)
    for (const [share, requests] of loads) {
      const rate = (share * capacity) / requestsEach(rest)
      const load = { rate, concurrency: 1, requests, ...rest }
      const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
      const long = share < 1 ? longRun(engine, rate, 2, rest) : []
      const truths = trueFigures(long, statistics)
      const tokens = tokensEach(
        share < 1 ? long : longRun(engine, (0.5 * capacity) / requestsEach(rest), 1, rest),
      )
      const rates = runs.map(({ summary }) => throughputFigure(summary, 'outputThroughput'))
      yield [
        `${name}, ${engine.name}, ${Math.round(100 * share)} %, ${requests}`,
        ...verdictTexts(runs.map(judgeRun)),
        `throughput ${intervalsText(rates, (share < 1 ? share : served(share)) * capacity * tokens)}`,
        ...statistics.map((statistic, at) => {
          const figures = runs.map(({ summary }) => latencyFigure(summary, statistic))
          const given = figures.filter((one) => one !== null && one.interval !== null).length
          const text = share < 1 ? intervalsText(figures, truths[at] ?? 0) : `given ${given}`
          return `${statisticName(statistic)} ${text}`
        }),
      ].join(' | ')
    }
  }
}

/** Output tokens per request, also of those that fail. */
function tokensEach(requests: readonly MeasuredRequest[]): number {
  return (
    meanTokens(requests.filter(isSuccess)) * (requests.filter(isSuccess).length / requests.length)
  )
}

/** Chats, and as many documents with long answers. */
function mixed(): Engine {
  const [chat, document] = [spreadLengths(256, 64, 0.4), spreadLengths(3000, 250, 0.4)]
  const lengths: typeof chat = {
    draw: (random) => (random.double() < 0.5 ? chat : document).draw(random),
  }
  return {
    name: 'chats and documents',
    serve: (options) => servedByBatches({ ...plain, lengths }, options),
  }
}

/** The client gives up after so long; the server answers all the same. */
function timedOut(engine: Engine, afterS: number): Engine {
  const error = {
    code: 'timeout',
    message: 'No answer in time.',
    status: null,
    body: null,
  } as const
  const cut = (one: MeasuredRequest) =>
    one.latencyS > afterS
      ? { ...one, latencyS: afterS, error, ...(one.ttftS > afterS && { ttftS: 0 }) }
      : one
  return { name: engine.name, serve: (options) => engine.serve(options).map(cut) }
}

const tokensUntilCancelled = 10

/** The client cancels one request in five after some tokens. */
function cancelled(): Engine {
  const usual = spreadLengths(256, 64, 0.4)
  const lengths: typeof usual = {
    draw: (random) => {
      const { prompt, output } = usual.draw(random)
      const isCut = random.double() < 0.2
      return { prompt, output: isCut ? tokensUntilCancelled : Math.max(output, 11) }
    },
  }
  const error: RequestError = {
    ...{ code: 'client-cancelled', message: 'Cancelled.', status: null, body: null },
  }
  return {
    name: 'batching',
    serve: (options) =>
      servedByBatches({ ...plain, lengths }, options).map((one) =>
        one.outputTokens === tokensUntilCancelled
          ? { ...one, error, discardedTokens: tokensUntilCancelled }
          : one,
      ),
  }
}

// A prediction as text and as JSON. Every heading says that it is predicted.
import { formatCount, formatNumber, formatShare } from '#core/format/numbers.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Message, type Text, textIn } from '#core/messages/message.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import { limitText } from '#core/sweep/limit-text.ts'
import type { PredictedPoint, TwinAnswer } from '#core/twin/ask-twin.ts'
import type { Predicted, PredictedLoad } from '#core/twin/predict.ts'
import type { FitCheck, LimitSource, Twin, TwinRefusal } from '#core/twin/twin.ts'
import { textTable, type TextColumn } from './text-table.ts'

export type PredictionBasis = Readonly<{
  runs: readonly Readonly<{ id: string; name: string }>[]
  model: string
  limits: readonly SweepLimit[]
  demand: number | null
}>

const milliseconds = 1000
/** Checks of a refusal that are printed. */
const mostChecks = 5

export function predictionText(
  answer: TwinAnswer,
  twin: Twin,
  { runs, model, limits, demand }: PredictionBasis,
  language: Language,
): string {
  const { lengths, capacity, knee, capacityWithinLimits, replicas, at, guesses } = answer
  const line = (text: Text) => textIn(language, text)
  const within = limits.map(limitText).join(', ')
  const sentences = [
    capacity === null
      ? message('twin.capacity.unknown')
      : message('twin.capacity', { rate: rangeText(capacity) }),
    ...(knee === null ? [] : [message('twin.knee', { rate: rangeText(knee) })]),
    ...(capacityWithinLimits === null ? [] : [withinText(capacityWithinLimits, within)]),
    ...(demand === null || replicas === null
      ? []
      : [message('twin.replicas', { demand, count: countsText(replicas) })]),
  ]
  return [
    line(message('twin.title', { runs: runs.length, model })),
    line(
      message('twin.workload', {
        input: formatNumber(lengths.inputMean),
        output: formatNumber(lengths.outputMean),
      }),
    ),
    ...engineTexts(twin).map(line),
    '',
    textTable(columns, answer.curve, language),
    '',
    ...sentences.map(line),
    ...(at === null
      ? []
      : [
          '',
          line(message('twin.at', { load: loadText(at.load) })),
          textTable(columns, [at], language),
        ]),
    ...(guesses.length === 0 ? [] : ['', line(message('twin.guess'))]),
    ...guesses.map((reason) => `- ${line(message(`twin.guess.${reason}`))}`),
  ].join('\n')
}

function withinText(capacity: Predicted, limits: string): Message {
  return capacity.value > 0
    ? message('twin.within', { limits, rate: rangeText(capacity) })
    : message('twin.within.none', { limits })
}

function engineTexts({ model, limitSources, misfit, samples }: Twin): Message[] {
  const { costs, limits, overheadS, policy } = model
  const ms = (seconds: number) => formatNumber(seconds * milliseconds)
  const batched = new Set(samples.map((sample) => sample.model.limits.maxNumBatchedTokens))
  return [
    message('twin.engine', {
      alone: ms(costs.alone),
      sequence: ms(100 * costs.perSequence),
      prompt: ms(1000 * costs.perPromptToken),
      context: ms(100_000 * costs.perContextToken),
      overhead: ms(overheadS),
    }),
    message(`twin.policy.${policy}`),
    message('twin.limits', {
      seqs: sourceText(limitSources.maxNumSeqs, limits.maxNumSeqs),
      batched:
        batched.size > 1
          ? message('twin.source.unsettled')
          : sourceText(limitSources.maxNumBatchedTokens, limits.maxNumBatchedTokens),
      kv: sourceText(limitSources.kvCacheTokens, limits.kvCacheTokens),
    }),
    message('twin.fit', { tpot: formatShare(misfit.step), ttft: formatShare(misfit.ttft) }),
  ]
}

function sourceText(source: LimitSource, value: number): Message {
  if (source === 'unknown') return message('twin.source.unknown')
  return message(`twin.source.${source}`, { value: formatCount(value) })
}

/** `value (low–high)`. */
function rangeText({ low, value, high }: Predicted, factor = 1): string {
  const [least, middle, most] = [low, value, high].map((each) => formatNumber(factor * each))
  return `${middle} (${least}–${most})`
}

function countsText({ low, value, high }: Predicted): string {
  const [least, middle, most] = [low, value, high].map((count) =>
    Number.isFinite(count) ? formatCount(count) : formatNumber(count),
  )
  return `${middle} (${least}–${most})`
}

function loadText({ requestRate, limit }: PredictedLoad): Message {
  if (requestRate === null) return message('twin.at.concurrency', { limit })
  if (limit === undefined) return message('twin.at.rate', { rate: requestRate })
  return message('twin.at.both', { rate: requestRate, limit })
}

function latencyColumn(
  head: readonly [string, string],
  of: (point: PredictedPoint) => Predicted,
): TextColumn<PredictedPoint> {
  return { head, cell: (point) => rangeText(of(point), milliseconds) }
}

const columns: readonly TextColumn<PredictedPoint>[] = [
  {
    head: ['', message('twin.head.rate')],
    cell: ({ load: { requestRate }, requestsPerSecond }) =>
      requestRate === null ? rangeText(requestsPerSecond) : formatNumber(requestRate),
  },
  latencyColumn(['p50', 'TTFT ms'], ({ ttftP50 }) => ttftP50),
  latencyColumn(['p99', 'TTFT ms'], ({ ttftP99 }) => ttftP99),
  latencyColumn(['mean', 'TPOT ms'], ({ tpotMean }) => tpotMean),
  latencyColumn(['mean', 'E2EL ms'], ({ e2elMean }) => e2elMean),
  {
    head: ['', 'tok/s'],
    cell: ({ outputTokensPerSecond }) => rangeText(outputTokensPerSecond),
  },
]

/** Why there is no prediction, a sentence per line. */
export function refusalText(refusal: TwinRefusal, language: Language): string {
  return [message('twin.refused'), ...refusalMessages(refusal)]
    .map((text) => textIn(language, text))
    .join('\n')
}

function refusalMessages(refusal: TwinRefusal): Message[] {
  switch (refusal.why) {
    case 'too-little':
      return [message('twin.refused.too-little', refusal)]
    case 'failures':
      return [message('twin.refused.failures', { ...refusal, share: formatShare(refusal.share) })]
    case 'irregular':
      return [message('twin.refused.irregular', { ...refusal, share: formatShare(refusal.share) })]
    case 'no-common-steps':
      return [message('twin.refused.no-common-steps', { share: formatShare(refusal.share) })]
    case 'noisy-steps':
      return [message('twin.refused.noisy-steps', { deviation: formatNumber(refusal.deviation) })]
    case 'stalls':
      return [message('twin.refused.stalls', { share: formatShare(refusal.share) })]
    case 'drift':
      return [message('twin.refused.drift', { ...refusal, change: formatShare(refusal.change) })]
    case 'misfit':
      return refusal.checks.slice(0, mostChecks).map(checkMessage)
  }
}

function checkMessage({ run, part, figure, measured, replayed, tolerance }: FitCheck): Message {
  const isThroughput = figure === 'throughput'
  const value = (each: number) =>
    isThroughput ? `${formatNumber(each)} req/s` : `${formatNumber(each * milliseconds)} ms`
  const [metric = '', statistic = ''] = figure.split(' ')
  return message('twin.refused.misfit', {
    run,
    part: message(`twin.part.${part}`),
    figure: isThroughput
      ? message('twin.figure.throughput')
      : `${statistic} ${metric.toUpperCase()}`,
    measured: value(measured),
    replayed: value(replayed),
    tolerance: formatShare(tolerance),
  })
}

type Json = Readonly<Record<string, unknown>>

/** Rates per second, latencies in ms, null for a bound that does not exist. */
export function predictionJson(answer: TwinAnswer, twin: Twin, basis: PredictionBasis): Json {
  const range = (predicted: Predicted | null, factor = 1) =>
    predicted && {
      low: finite(factor * predicted.low),
      value: finite(factor * predicted.value),
      high: finite(factor * predicted.high),
    }
  const point = ({ load, ...figures }: PredictedPoint) => ({
    requestRate: load.requestRate,
    maxConcurrency: load.limit ?? null,
    ttftMs: { p50: range(figures.ttftP50, 1000), p99: range(figures.ttftP99, 1000) },
    tpotMs: { mean: range(figures.tpotMean, 1000) },
    e2elMs: { mean: range(figures.e2elMean, 1000) },
    requestsPerSecond: range(figures.requestsPerSecond),
    outputTokensPerSecond: range(figures.outputTokensPerSecond),
  })
  const { costs, limits, policy, overheadS } = twin.model
  return {
    kind: answer.guesses.length > 0 ? 'guess' : 'predicted',
    confidence: 0.9,
    runs: basis.runs.map(({ id }) => id),
    model: basis.model,
    workload: answer.lengths,
    engine: {
      policy,
      stepSeconds: costs,
      overheadMs: 1000 * overheadS,
      limits: Object.fromEntries(
        Object.entries(limits).map(([name, value]) => [name, finite(value)]),
      ),
      limitSources: twin.limitSources,
    },
    fit: { misfit: twin.misfit, checks: twin.checks },
    guesses: answer.guesses,
    curve: answer.curve.map(point),
    at: answer.at && point(answer.at),
    capacity: range(answer.capacity),
    knee: range(answer.knee),
    limits: basis.limits.map(limitText),
    capacityWithinLimits: range(answer.capacityWithinLimits),
    demand: basis.demand,
    replicas: range(answer.replicas),
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

export function refusalJson(refusal: TwinRefusal, { runs, model }: PredictionBasis): Json {
  return { kind: 'refused', runs: runs.map(({ id }) => id), model, refusal }
}

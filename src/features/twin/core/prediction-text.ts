// A prediction as text and as JSON. Its first line states that the values are predicted.
import { flagName } from '#core/flags/flag.ts'
import { dash, formatCount, formatNumber, formatShare } from '#core/base/numbers.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Message, type Text, textIn } from '#core/messages/message.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import { limitText } from '#core/sweep/limit-text.ts'
import type { PredictedPoint, TwinAnswer } from './ask-twin.ts'
import { type EngineLimits, engineLimitNames } from './engine-model.ts'
import type { PredictionInterval, PredictedLoad } from './predict.ts'
import type { FitCheck, LimitSource, Twin, TwinRefusal } from './twin.ts'
import { type Column, textTable } from '#core/documents/table.ts'

export type PredictionBasis = Readonly<{
  runs: readonly Readonly<{ id: string; name: string }>[]
  model: string
  limits: readonly SweepLimit[]
  demand: number | null
  /** Limits of the server to predict, instead of its limits during the runs. */
  engine: Partial<EngineLimits>
}>

const milliseconds = 1000
/** Maximum number of printed checks of a refusal. */
const mostChecks = 5

export function predictionText(
  answer: TwinAnswer,
  twin: Twin,
  basis: PredictionBasis,
  language: Language,
): string {
  const { lengths, curve, at, guesses } = answer
  const line = (text: Text) => textIn(language, text)
  const table = (points: readonly PredictedPoint[]) => textTable(columns, points, language)
  return [
    line(message('twin.title', { runs: basis.runs.length, model: basis.model })),
    line(
      message('twin.workload', {
        input: formatNumber(lengths.inputMean),
        output: formatNumber(lengths.outputMean),
      }),
    ),
    ...engineTexts(twin, basis.engine).map(line),
    '',
    table(curve),
    '',
    ...capacityTexts(answer, basis).map(line),
    ...(at === null
      ? []
      : ['', line(message('twin.at', { load: loadText(at.load) })), table([at])]),
    '',
    line(pausesMessage(twin.seen.pauseEveryS)),
    ...(guesses.length === 0 ? [] : ['', line(message('twin.guess'))]),
    ...guesses.map((reason) => `- ${line(message(`twin.guess.${reason}`))}`),
  ].join('\n')
}

function capacityTexts(
  { capacity, knee, capacityWithinLimits, replicas }: TwinAnswer,
  { limits, demand }: PredictionBasis,
): Message[] {
  const texts = [
    capacity === null
      ? message('twin.capacity.unknown')
      : message('twin.capacity', { rate: rangeText(capacity) }),
  ]
  if (knee !== null) texts.push(message('twin.knee', { rate: rangeText(knee) }))
  if (capacityWithinLimits !== null)
    texts.push(withinText(capacityWithinLimits, limits.map(limitText).join(', ')))
  if (demand !== null && replicas !== null && replicas.value < Infinity)
    texts.push(message('twin.replicas', { demand, count: rangeText(replicas, countText) }))
  return texts
}

function withinText(capacity: PredictionInterval, limits: string): Message {
  return capacity.value > 0
    ? message('twin.within', { limits, rate: rangeText(capacity) })
    : message('twin.within.none', { limits })
}

function engineTexts(
  { model, limitSources, misfit, samples }: Twin,
  asked: Partial<EngineLimits>,
): Message[] {
  const { costs, computeBoundFrom, limits, overheadS, policy } = model
  const batched = new Set(samples.map((sample) => sample.model.limits.maxNumBatchedTokens))
  return [
    message('twin.engine', {
      alone: msText(costs.alone),
      sequence: msText(100 * costs.perSequence),
      prompt: msText(1000 * costs.perPromptToken),
      context: msText(100_000 * costs.perContextToken),
      overhead: msText(overheadS),
    }),
    ...(computeBoundFrom === Infinity
      ? []
      : [
          message('twin.computeBound', {
            from: computeBoundFrom,
            token: msText(1000 * costs.perComputeBoundToken),
          }),
        ]),
    message(`twin.policy.${policy}`),
    message('twin.limits', {
      seqs: sourceText(limitSources.maxNumSeqs, limits.maxNumSeqs),
      batched:
        batched.size > 1
          ? message('twin.source.unsettled')
          : sourceText(limitSources.maxNumBatchedTokens, limits.maxNumBatchedTokens),
      kv: sourceText(limitSources.kvCacheTokens, limits.kvCacheTokens),
    }),
    ...otherLimits(limits, asked),
    message('twin.fit', { tpot: formatShare(misfit.step), ttft: formatShare(misfit.ttft) }),
  ]
}

function sourceText(source: LimitSource, value: number): Message {
  if (source === 'unknown') return message('twin.source.unknown')
  return message(`twin.source.${source}`, { value: formatCount(value) })
}

/** Limits that the prediction assumes instead of the model's. */
function otherLimits(limits: EngineLimits, asked: Partial<EngineLimits>): Message[] {
  const others = engineLimitNames.flatMap((name) => {
    const value = asked[name]
    return value === undefined || value === limits[name] ? [] : `${flagName(name)} ${value}`
  })
  return others.length === 0 ? [] : [message('twin.otherLimits', { limits: others.join(', ') })]
}

/** `value (low–high)`; a dash for a missing value. */
function rangeText(
  { low, value, high }: PredictionInterval,
  text: (value: number) => string = formatNumber,
): string {
  return Number.isNaN(value) ? dash : `${text(value)} (${text(low)}–${text(high)})`
}

function msText(seconds: number): string {
  return formatNumber(seconds * milliseconds)
}

function countText(count: number): string {
  return Number.isFinite(count) ? formatCount(count) : formatNumber(count)
}

function loadText({ requestRate, limit }: PredictedLoad): Message {
  if (requestRate === null) return message('twin.at.concurrency', { limit })
  if (limit === undefined) return message('twin.at.rate', { rate: requestRate })
  return message('twin.at.both', { rate: requestRate, limit })
}

function latencyColumn(
  head: readonly [string, string],
  of: (point: PredictedPoint) => PredictionInterval,
): Column<PredictedPoint> {
  return { head, cell: (point) => rangeText(of(point), msText) }
}

const columns: readonly Column<PredictedPoint>[] = [
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

/** Reasons for a missing prediction, one sentence per line. */
export function refusalText(refusal: TwinRefusal, language: Language): string {
  return [message('twin.refused'), ...refusalMessages(refusal)]
    .map((text) => textIn(language, text))
    .join('\n')
}

/** A sentence for each reason. */
export function refusalMessages(refusal: TwinRefusal): Message[] {
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
      return [message('twin.refused.stalls', stallTexts(refusal))]
    case 'warming':
      return [message('twin.refused.warming', { ...refusal, change: formatShare(-refusal.change) })]
    case 'drift':
      return [message('twin.refused.drift', { ...refusal, change: formatShare(refusal.change) })]
    case 'misfit':
      return refusal.checks.slice(0, mostChecks).map(checkMessage)
  }
}

function stallTexts({ count, longestS, totalS, most }: Extract<TwinRefusal, { why: 'stalls' }>) {
  const [longest, total] = [formatNumber(longestS), formatNumber(totalS)]
  return { count, longest, total, share: formatShare(most) }
}

/** Pauses that the runs may have missed. */
export function pausesMessage(pauseEveryS: number): Message {
  return message('twin.pauses', { every: formatCount(Math.round(pauseEveryS)) })
}

function checkMessage({ run, part, figure, measured, replayed, tolerance }: FitCheck): Message {
  const isThroughput = figure === 'throughput'
  const value = (each: number) =>
    isThroughput ? `${formatNumber(each)} req/s` : `${msText(each)} ms`
  const [metric = '', statistic = ''] = figure.split(' ')
  return message('twin.refused.misfit', {
    run,
    part: message(`twin.part.${part}`),
    figure: isThroughput
      ? message('report.fact.throughput')
      : `${statistic} ${metric.toUpperCase()}`,
    measured: value(measured),
    replayed: value(replayed),
    tolerance: formatShare(tolerance),
  })
}

type Json = Readonly<Record<string, unknown>>

/** Rates per second, latencies in ms, null for a missing bound. */
export function predictionJson(answer: TwinAnswer, twin: Twin, basis: PredictionBasis): Json {
  const range = (predicted: PredictionInterval | null, factor = 1) =>
    predicted && {
      low: finite(factor * predicted.low),
      value: finite(factor * predicted.value),
      high: finite(factor * predicted.high),
    }
  const point = ({ load, ...figures }: PredictedPoint) => ({
    requestRate: load.requestRate,
    maxConcurrency: load.limit ?? null,
    ttftMs: {
      p50: range(figures.ttftP50, milliseconds),
      p99: range(figures.ttftP99, milliseconds),
    },
    tpotMs: { mean: range(figures.tpotMean, milliseconds) },
    e2elMs: { mean: range(figures.e2elMean, milliseconds) },
    requestsPerSecond: range(figures.requestsPerSecond),
    outputTokensPerSecond: range(figures.outputTokensPerSecond),
  })
  const { costs, computeBoundFrom, limits, policy, overheadS } = twin.model
  return {
    kind: answer.guesses.length > 0 ? 'guess' : 'predicted',
    confidence: 0.9,
    runs: basis.runs.map(({ id }) => id),
    model: basis.model,
    workload: answer.lengths,
    engine: {
      policy,
      stepSeconds: costs,
      computeBoundFromTokens: finite(computeBoundFrom),
      overheadMs: milliseconds * overheadS,
      limits: Object.fromEntries(
        Object.entries(limits).map(([name, value]) => [name, finite(value)]),
      ),
      limitSources: twin.limitSources,
    },
    fit: { misfit: twin.misfit, checks: twin.checks },
    guesses: answer.guesses,
    pauseEverySeconds: twin.seen.pauseEveryS,
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

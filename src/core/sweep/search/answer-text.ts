// What a search has found, in one sentence for people, and what to do where that is not enough.
import { reasonTexts } from '#core/judgement/texts.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import { kneeText } from '../knee/knee-text.ts'
import { latencyLabels, statisticName } from '#core/metrics/latencies.ts'
import type { Knee } from '#core/model/knee.ts'
import type {
  CapacityAnswer,
  CurveAnswer,
  SearchAnswer,
  SearchEnding,
} from '#core/model/sweep/sweep-search.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'

export function answerText(answer: SearchAnswer, limits: readonly SweepLimit[]): string {
  const found = answer.kind === 'capacity' ? capacityParts(answer, limits) : curveParts(answer)
  return [
    ...found,
    `${answer.runs} ${answer.runs === 1 ? 'run' : 'runs'}`,
    `stopped because ${endingTexts[answer.ending]}`,
  ].join(', ')
}

/** As in "p95 TTFT". */
function limitName(limit: SweepLimit): string {
  switch (limit.kind) {
    case 'errors':
      return 'error rate'
    case 'goodput':
      return 'goodput'
    case 'latency':
      return `${statisticName(limit.percentile)} ${latencyLabels[limit.metric]}`
  }
}

/** Nothing where the answer is as good as asked. */
export const endingAdvice: Readonly<Record<SearchEnding, string | null>> = {
  precise: null,
  'not-saturated': 'Let the search go further, or make the limits tighter.',
  'limit-not-binding':
    'The server is full before a limit is met: make the limits tighter, or take this load as its capacity.',
  'never-held':
    'Begin at a lighter load, or make the limits wider: one request alone may be too slow for them.',
  'budget-used-up': 'Allow more runs, begin nearer to the answer, or ask for less precision.',
  noisy:
    'Make each run longer, so that runs of one load agree, or set the limit on a lower percentile or a mean.',
  'not-usable': inEnglish(message('sweeps.unusableEnd.remedy')),
  'no-knee': 'Begin at a lighter load, go further, or make each run longer.',
  'client-limited':
    'Measure from a machine with more to spare, or with more client threads: beyond this load the client is what is measured.',
  ended: inEnglish(message('sweeps.failedEnd.remedy')),
}

export const endingTexts: Readonly<Record<SearchEnding, string>> = {
  precise: 'the answer is as precise as asked',
  'not-saturated': 'the server was not saturated at the greatest load allowed',
  'limit-not-binding': 'the server saturated while every limit still held',
  'never-held': 'even the lightest load did not hold',
  'budget-used-up': 'all runs allowed were used up',
  noisy: 'runs of one load disagree',
  'not-usable': 'the runs it would rest on are not usable',
  'no-knee': 'the knee is not between the loads measured',
  'client-limited': 'our own client was the limit',
  ended: 'a run failed or was given up',
}

function capacityParts(
  { highestHeld, unusable, firstBroken, interval }: CapacityAnswer,
  limits: readonly SweepLimit[],
): string[] {
  return [
    unusable
      ? unusableText(unusable)
      : highestHeld === null
        ? 'no load held'
        : `max ${highestHeld}`,
    ...(firstBroken === null
      ? []
      : [`first fails at ${firstBroken.load} ${brokenBy(firstBroken, limits)}`]),
    ...intervalParts(interval),
  ]
}

/** `not answered: 104 held, but its runs are not usable (errors, cache-polluted)` */
function unusableText({ load, reasons, held }: NonNullable<CapacityAnswer['unusable']>): string {
  const words = reasons.map((code) => reasonTexts[code].toLowerCase())
  return `not answered: ${load} ${held ? 'held' : 'did not hold'}, but its runs are not usable (${words.join(', ')})`
}

type Broken = NonNullable<CapacityAnswer['firstBroken']>

/** `on p95 TTFT (341 ms, 310–372)` */
function brokenBy({ limit: at, unasked, figure }: Broken, limits: readonly SweepLimit[]): string {
  const limit = at === null ? undefined : limits[at]
  const measured = figure === undefined ? '' : ` (${figureText(figure, limit?.kind === 'latency')})`
  if (limit !== undefined) return `on ${limitName(limit)}${measured}`
  return unasked === 'answers'
    ? `as requests failed${measured}`
    : `as the server does not keep up${measured}`
}

function figureText(
  { value, interval: { low, high } }: NonNullable<Broken['figure']>,
  isLatency: boolean,
): string {
  const shown = (figure: number) =>
    String(Number((isLatency ? figure : 100 * figure).toPrecision(3)))
  return `${shown(value)} ${isLatency ? 'ms' : '%'}, ${shown(low)}–${shown(high)}`
}

function curveParts({ found, knee, rule, secondOpinion, interval }: CurveAnswer): string[] {
  const place = found === undefined ? olderKneeParts({ knee, rule, interval }) : [clause(found)]
  return [
    ...place,
    ...(secondOpinion === null || secondOpinion === knee
      ? []
      : [`${secondOpinion} by ${rule === 'power' ? 'distance' : 'power'}`]),
  ]
}

/** `the knee is between 16 and 24 requests/s` */
function clause(found: Knee): string {
  const text = inEnglish(kneeText(found)).replace(/\.$/, '')
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Of answers of earlier versions. */
function olderKneeParts({
  knee,
  rule,
  interval,
}: Pick<CurveAnswer, 'knee' | 'rule' | 'interval'>): string[] {
  return [knee === null ? 'no knee' : `knee at ${knee} by ${rule}`, ...intervalParts(interval)]
}

function intervalParts(interval: Readonly<{ low: number; high: number }> | null): string[] {
  return interval === null ? [] : [`interval ${interval.low}–${interval.high}`]
}

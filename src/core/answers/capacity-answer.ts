// Answer of a search for capacity.
import { message, type Message, type Text } from '#core/messages/message.ts'
import { reasonsText } from '#core/judgement/reason-text.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { figureTraits } from '../metrics/figures.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { CapacityAnswer, SearchAnswer, SearchEnding } from '#core/model/sweep-search.ts'
import type { SweepLimit, SweepPlan } from '#core/model/sweep.ts'
import { isWithin, lackRemedy, unknownLimit, type UnknownLimit } from '../sweep/limits.ts'
import { figureValue, intervalText, limitName, limitsText, searchedText } from './load-text.ts'

type Plan = Pick<SweepPlan, 'search' | 'limits' | 'config'>

/** `Capacity 9.7 req/s (9.1–10.2) within p99 TTFT ≤ 500 ms`, or the reason for a missing capacity. */
export function capacityLine(answer: CapacityAnswer, plan: Plan): Message {
  const { highestHeld, unusable, unknown, firstBroken, interval, ending, runs } = answer
  if (unknown) return unknownLine(unknown, plan)
  if (unusable) {
    const { load, reasons } = unusable
    const values = { load: searchedText(plan, load), reasons: reasonsText(reasons) }
    return message('answers.capacity.unusable', values)
  }
  if (highestHeld === null) {
    if (firstBroken === null) {
      return message(runs === 0 ? 'answers.capacity.none' : 'answers.capacity.noneUsable')
    }
    const load = searchedText(plan, firstBroken.load)
    return message('answers.capacity.neverHeld', {
      load,
      why: brokenText(firstBroken, plan.limits),
    })
  }
  const load = searchedText(plan, highestHeld)
  const what = capacityIn(plan.limits)
  if (ending === 'not-saturated') return message('answers.capacity.atLeast', { load, what })
  if (answer.isUnsure) return message('answers.capacity.probably', { load, what })
  if (interval === null) return message('answers.capacity', { load, what })
  const around = message('answers.loadWithin', { load, interval: intervalText(interval) })
  return message('answers.capacity', { load: around, what })
}

/** `within p99 TTFT ≤ 500 ms`; without limits, the server must keep pace. */
export function capacityIn(limits: readonly SweepLimit[]): Message {
  return limits.length === 0
    ? message('answers.keptUp')
    : message('answers.within', { limits: limitsText(limits) })
}

/** Load that fails first, and its reason; it may do so by chance. */
export function capacityNotes({ firstBroken, highestHeld }: CapacityAnswer, plan: Plan): Text[] {
  if (firstBroken === null || highestHeld === null) return []
  const load = searchedText(plan, firstBroken.load)
  const { limit, figure } = firstBroken
  const bound = limit === null ? undefined : plan.limits[limit]?.bound
  const isSure = bound === undefined || !figure || !isWithin(figure.interval, bound)
  const why = brokenText(firstBroken, plan.limits)
  return [message(isSure ? 'answers.firstFails' : 'answers.firstUnsure', { load, why })]
}

/** `14 runs: the answer has the requested precision` */
export function searchConfidence({ runs: count, ending }: { runs: number; ending: SearchEnding }) {
  return {
    tone: ending === 'precise' ? ('good' as const) : ('warn' as const),
    text: message('answers.searched', {
      runs: message('searches.runs', { count }),
      ending: message(`searches.ending.${ending}`),
    }),
  }
}

/** Advice to run this many times as long as the search did is of no use. */
const mostTimes = 3

/** Null if the answer has the requested precision. */
export function searchAdvice(answer: SearchAnswer): Message | null {
  if (answer.kind === 'capacity' && answer.unknown) return lackRemedy(answer.unknown.lack)
  const { ending } = answer
  if (ending === 'budget-used-up' && answer.kind === 'capacity' && answer.moreRuns !== undefined) {
    const count = Number(answer.moreRuns.toPrecision(2))
    const isFar = count > mostTimes * answer.runs
    const runs = message('searches.runs', { count })
    return message(`searches.advice.${isFar ? 'farFrom' : 'moreRuns'}`, { runs })
  }
  return ending === 'precise' ? null : message(`searches.advice.${ending}`)
}

type PlanLimits = Readonly<{ limits: readonly SweepLimit[] }>

export function unknownLine(unknown: UnknownLimit, plan: PlanLimits): Message {
  return message('answers.capacity.unknown', { name: unknownName(unknown, plan) })
}

function unknownName({ limit: at }: UnknownLimit, { limits }: PlanLimits): Text {
  const limit = limits[at]
  return limit === undefined ? '' : limitName(limit)
}

/** Reason that limits could not be judged: no run reports the metric of some limit. Empty if every metric is reported. */
export function unknownNote(
  limits: readonly SweepLimit[],
  runs: readonly Readonly<{ summary: RunSummary }>[],
): Text[] {
  const unknown = unknownLimit(limits, runs)
  if (unknown === null) return []
  const name = unknownName(unknown, { limits })
  return [message('answers.limitUnknown', { name, remedy: lackRemedy(unknown.lack) })]
}

type Broken = NonNullable<CapacityAnswer['firstBroken']>

/** `p95 TTFT 341 ms (310–372)` */
function brokenText({ limit: at, unasked, figure }: Broken, limits: readonly SweepLimit[]): Text {
  const broken = at === null ? undefined : limits[at]
  const name = broken === undefined ? message(unaskedTexts[unasked ?? 'pace']) : limitName(broken)
  if (figure === undefined) return name
  const { value, interval } = figure
  // Conditions other than limits have shares as values.
  const figureName = broken?.name ?? 'failedShare'
  const { family, unit, keptAs = 1 } = figureTraits[figureName]
  const scale = family === 'share' ? 0.01 : unit === 'ms' && value >= 1000 ? 1000 : keptAs
  const values = { name, value: figureValue(figureName, value), ...rounded(interval, scale) }
  return message('answers.figureWithin', values)
}

const unaskedTexts = {
  answers: 'answers.failing',
  full: 'answers.full',
  pace: 'answers.behind',
  'in-flight': 'answers.heldBack',
} as const

function rounded({ low, high }: Readonly<{ low: number; high: number }>, unit: number) {
  return { low: formatNumber(low / unit), high: formatNumber(high / unit) }
}

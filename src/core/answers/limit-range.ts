// Answer for a list of loads with limits, and the values at the load that the answer is based on.
import { formatNumber } from '#core/base/numbers.ts'
import { countedRuns, judgePoint } from '#core/judgement/judge-point.ts'
import { pointText } from '#core/judgement/reason-text.ts'
import type { ReasonCode } from '#core/model/run/judgement.ts'
import { dotted, listed, message, type Message, type Text } from '#core/messages/message.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import { taskOf } from '#core/backends/backend-traits.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import {
  latencyFigure,
  type LatencyStatistic,
  throughputFigure,
} from '#core/judgement/known-figures.ts'
import { mergedFigure } from '../stats/certainty/merged-figure.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import {
  type Confidence,
  gradeTones,
  type MeasuredLoad,
  type MeasuredCurve,
  type SweepAnswer,
} from './answer.ts'
import { figureValue, latencyName } from './load-text.ts'
import { risingLoad } from '../sweep/judge-curve.ts'
import { latencyLimits, limitsState, type LimitState, loadOutcomes } from '../sweep/limits.ts'
import { loadText, rangeText } from '#core/sweep/knee-text.ts'
import { capacityIn } from './capacity-answer.ts'
import { limitRemedy, longerPoints } from './remedy.ts'

type LimitAnswer = Pick<SweepAnswer, 'line' | 'confidence' | 'remedy' | 'advice' | 'notes'> &
  Readonly<{ cell: MeasuredLoad | null }>

/** Null if no run shows whether the limits are met. */
export function limitAnswer(curve: MeasuredCurve, plan: SweepPlan): LimitAnswer | null {
  const judged = curve.cells.flatMap((cell) => {
    const state = stateOf(cell, plan)
    return state === 'unknown' ? [] : [{ cell, state }]
  })
  const firstBroken = judged.findIndex(({ state }) => state === 'broken')
  const lighter = firstBroken < 0 ? judged : judged.slice(0, firstBroken)
  const lastHeld = lighter.findLastIndex(({ state }) => state === 'held')
  const held = lighter[lastHeld]?.cell
  const undecided = lighter.slice(lastHeld + 1).map(({ cell }) => cell)
  const broken = judged[firstBroken]?.cell
  const over = risingLoad(plan)
  const what = capacityIn(plan.limits)
  const counted = heldBy(plan.config)
  const undecidedNotes = undecidedNote(undecided, plan)
  const [lightest] = undecided
  if (lightest !== undefined && (held === undefined || broken === undefined)) {
    return {
      line:
        held === undefined
          ? message('answers.capacity.noneSurely', { what })
          : dotted(
              message('answers.capacity.atLeast', { load: loadText(held.point, counted), what }),
              cellFigures(held, plan),
            ),
      confidence: cellConfidence(held ?? lightest),
      advice: message('answers.advice.longer'),
      remedy: longerPoints(plan, null),
      cell: held ?? null,
      notes: undecidedNotes,
    }
  }
  if (held === undefined) {
    if (broken === undefined) return null
    const upTo = broken.point[over]
    const isBound = isHeldBack(broken)
    const load = loadText(broken.point, counted)
    const remedy = typeof upTo === 'number' ? limitRemedy({ from: null, upTo }, plan) : null
    return {
      line: isBound
        ? message('answers.capacity.neverHeld', { load, why: message('answers.heldBack') })
        : message('answers.capacity.below', { load, what }),
      confidence: cellConfidence(broken),
      advice: message(isBound ? 'searches.advice.held-back' : 'searches.advice.never-held'),
      remedy: isBound ? null : remedy,
      cell: null,
      notes: [],
    }
  }
  const unknown = unknownCells(curve, { held, broken, plan })
  const figures = unknown > 0 ? [] : cellFigures(held, plan)
  const [from, upTo] = [held.point[over], broken?.point[over] ?? null]
  return {
    line: dotted(
      broken === undefined
        ? message('answers.capacity.atLeast', { load: loadText(held.point, counted), what })
        : message('answers.capacity.between', {
            range: rangeText(held.point, broken.point, counted),
            what,
          }),
      broken === undefined ? figures : figuresAt(held, figures, plan),
    ),
    confidence: cellConfidence(held),
    advice: rangeAdvice(broken),
    remedy: typeof from === 'number' && upTo !== 'inf' ? limitRemedy({ from, upTo }, plan) : null,
    cell: unknown > 0 ? null : held,
    notes: [
      ...undecidedNotes,
      ...(unknown > 0 ? [message('answers.capacity.gap', { count: unknown })] : []),
    ],
  }
}

function rangeAdvice(broken: MeasuredLoad | undefined): Message {
  if (broken === undefined) return message('answers.advice.further')
  return message(isHeldBack(broken) ? 'searches.advice.held-back' : 'answers.advice.betweenLimits')
}

/** Whether the run's own limit on requests in flight breaks the limits. */
function isHeldBack({ runs }: MeasuredLoad): boolean {
  return judgePoint(runs)?.isHeldBack ?? false
}

/** Names loads whose value may be on either side of its limit; empty if there are none. */
function undecidedNote(cells: readonly MeasuredLoad[], { config, limits }: SweepPlan): Text[] {
  const hidden = cells.filter(({ runs }) =>
    loadOutcomes(limits, countedRuns(runs)).some((outcome) => outcome.isHiddenByCache),
  )
  const crossed = cells.filter((cell) => !hidden.includes(cell))
  const loads = (some: typeof cells) =>
    listed(some.map(({ point }) => loadText(point, heldBy(config))))
  return [
    ...(crossed.length === 0
      ? []
      : [message('answers.capacity.undecided', { loads: loads(crossed) })]),
    ...(hidden.length === 0
      ? []
      : [message('answers.capacity.undecidedByCache', { loads: loads(hidden) })]),
  ]
}

/** Loads between the one that meets the limits and the one that does not, whose own state is unknown. */
function unknownCells(
  { cells }: MeasuredCurve,
  {
    held,
    broken,
    plan,
  }: Readonly<{ held: MeasuredLoad; broken?: MeasuredLoad | undefined; plan: SweepPlan }>,
): number {
  const upTo = broken === undefined ? cells.length : cells.indexOf(broken)
  return cells
    .slice(cells.indexOf(held) + 1, upTo)
    .filter((cell) => cell.runs.length > 0 && stateOf(cell, plan) === 'unknown').length
}

/** `at 20 req/s: 1,134 tok/s` */
export function figuresAt(
  { point }: MeasuredLoad,
  [first, ...others]: readonly Text[],
  { config }: Pick<SweepPlan, 'config'>,
): Text[] {
  if (first === undefined) return []
  const maxConcurrency = point.requestRate === 'inf' ? point.maxConcurrency : null
  const load = loadText({ ...point, maxConcurrency }, heldBy(config))
  return [message('answers.at', { load, figure: first }), ...others]
}

/** Reasons by which a load is not served, whatever the latencies of its other requests. */
const unserved: readonly ReasonCode[] = ['nothing-measured', 'errors', 'rejected']

/** Backlog or failed requests break the limits. An unusable run leaves the state unknown. */
function stateOf({ runs }: MeasuredLoad, { limits }: SweepPlan): LimitState {
  const judgement = judgePoint(runs)
  if (judgement === null) return 'unknown'
  const codes = judgement.reasons.map(({ code }) => code)
  if (unserved.some((code) => codes.includes(code))) return 'broken'
  if (judgement.grade === 'not-usable') return 'unknown'
  const state = limitsState(limits, countedRuns(runs))
  if (state === 'broken' || state === 'unknown') return state
  return judgement.isSaturated || judgement.isHeldBack ? 'broken' : state
}

/** `1,134 tok/s`, `p95 TTFT 302 ms`; starts with the request rate if the load does not include it. */
export function cellFigures(
  { point, runs }: MeasuredLoad,
  plan: Pick<SweepPlan, 'config' | 'limits'>,
): Text[] {
  const counted = countedRuns(runs)
  const main = taskOf(plan.config).throughputs[0]
  const isClosed = point.requestRate === 'inf'
  const throughputs = isClosed ? (['requestThroughput', main] as const) : ([main] as const)
  const statistic = statisticOf(plan)
  const latency = mergedFigure(
    counted.flatMap(({ summary }) => latencyFigure(summary, statistic) ?? []),
  )
  return [
    ...[...new Set(throughputs)]
      .filter((name) => isClosed || name !== 'requestThroughput')
      .flatMap((name) => throughputText(name, { point, runs: counted })),
    ...(latency === null
      ? []
      : [
          message('answers.latency', {
            name: latencyName(statistic),
            value: figureValue(statistic.metric, latency.value),
          }),
        ]),
    ...(isClosed || point.maxConcurrency === null
      ? []
      : [message('answers.maxConcurrency', { count: point.maxConcurrency })]),
  ]
}

/** Main throughput of the task; null if nothing was measured. */
export function cellThroughput(cell: MeasuredLoad, { config }: Pick<SweepPlan, 'config'>) {
  return meanOf(cell, taskOf(config).throughputs[0])
}

/** Confidence of its runs, judged together. */
export function cellConfidence({ runs }: MeasuredLoad): Confidence | null {
  const judgement = judgePoint(runs)
  return judgement && { tone: gradeTones[judgement.grade], text: pointText(judgement) }
}

function throughputText(name: ThroughputName, cell: MeasuredLoad): string[] {
  const value = meanOf(cell, name)
  return value === null ? [] : [`${formatNumber(value)} ${figureTraits[name].unit}`]
}

function meanOf({ runs }: MeasuredLoad, name: ThroughputName): number | null {
  const figures = countedRuns(runs).flatMap(({ summary }) => throughputFigure(summary, name) ?? [])
  return mergedFigure(figures)?.value ?? null
}

/** Statistic of the first limit; without limits, the highest requested percentile of the main latency. */
function statisticOf({ config, limits }: Pick<SweepPlan, 'config' | 'limits'>): LatencyStatistic {
  const [limit] = latencyLimits(limits)
  if (limit !== undefined) return { metric: limit.name, percentile: limit.percentile }
  return {
    metric: taskOf(config).metrics[0],
    percentile: tailPercentile(config.metricPercentiles) ?? 50,
  }
}

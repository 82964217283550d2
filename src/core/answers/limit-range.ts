// Listed loads under limits: up to which of them every limit holds.
import { countedRuns } from '#core/judgement/counted-runs.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { SweepPlan } from '../model/sweep/sweep.ts'
import { holdsLimits } from '../report/tables/limits-text.ts'
import { risingLoad } from '../sweep/curves.ts'
import { loadText, rangeText } from '../sweep/knee/knee-text.ts'
import { capacityIn } from './capacity-answer.ts'
import { cellConfidence, cellFigures } from './cell-figures.ts'
import { dotted, type SweepAnswer } from './answer.ts'
import type { MeasuredCell, MeasuredCurve } from './measured-curves.ts'
import { limitRemedy } from './remedy.ts'

type Found = Pick<SweepAnswer, 'line' | 'confidence' | 'remedy' | 'advice'> &
  Readonly<{ cell: MeasuredCell | null }>

/** Null where no run shows whether the limits hold. */
export function limitAnswer(curve: MeasuredCurve, plan: SweepPlan): Found | null {
  const judged = curve.cells.flatMap((cell) => {
    const holds = holdsAll(cell, plan)
    return holds === null ? [] : [{ cell, holds }]
  })
  const firstBroken = judged.findIndex(({ holds }) => !holds)
  const held = (firstBroken < 0 ? judged : judged.slice(0, firstBroken)).at(-1)?.cell
  const broken = judged[firstBroken]?.cell
  const over = risingLoad(plan)
  const what = capacityIn(plan.limits)
  if (held === undefined) {
    if (broken === undefined) return null
    const upTo = broken.point[over]
    return {
      line: message('answers.capacity.below', { load: loadText(broken.point), what }),
      confidence: cellConfidence(broken),
      advice: message('searches.advice.never-held'),
      remedy: typeof upTo === 'number' ? limitRemedy({ from: null, upTo }, plan) : null,
      cell: null,
    }
  }
  const figures = cellFigures(held, plan)
  const [from, upTo] = [held.point[over], broken?.point[over] ?? null]
  return {
    line: dotted(
      broken === undefined
        ? message('answers.capacity.atLeast', { load: loadText(held.point), what })
        : message('answers.capacity.between', { range: rangeText(held.point, broken.point), what }),
      broken === undefined ? figures : figuresAt(held, figures),
    ),
    confidence: cellConfidence(held),
    advice: message(
      broken === undefined ? 'answers.advice.further' : 'answers.advice.betweenLimits',
    ),
    remedy: typeof from === 'number' && upTo !== 'inf' ? limitRemedy({ from, upTo }, plan) : null,
    cell: held,
  }
}

/** `at 20 req/s: 1,134 tok/s` */
export function figuresAt({ point }: MeasuredCell, [first, ...others]: readonly Text[]): Text[] {
  if (first === undefined) return []
  const load = loadText({
    ...point,
    maxConcurrency: point.requestRate === 'inf' ? point.maxConcurrency : null,
  })
  return [message('answers.at', { load, figure: first }), ...others]
}

/** A load that the server fell behind at, or whose requests failed, holds nothing; one that is not usable shows nothing. */
function holdsAll({ runs }: MeasuredCell, { limits }: SweepPlan): boolean | null {
  const judgement = judgePoint(runs)
  if (judgement === null) return null
  const codes = judgement.reasons.map(({ code }) => code)
  if (codes.includes('nothing-measured') || codes.includes('errors')) return false
  if (judgement.grade === 'not-usable') return null
  const holds = holdsLimits(limits, countedRuns(runs))
  return holds === true && judgement.isSaturated ? false : holds
}

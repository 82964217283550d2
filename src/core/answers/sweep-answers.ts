// Answers of a sweep or a search, one line per curve. Command line, reports and window print these lines.
import { judgePoint } from '#core/judgement/judge-point.ts'
import { dotted, message, type Message, sentences, type Text } from '#core/messages/message.ts'
import type { Run } from '../model/run/run.ts'
import type { CapacityAnswer, CurveAnswer, Knee } from '#core/model/sweep-search.ts'
import type { FoundSetting } from '#core/model/found-setting.ts'
import type { SearchedAnswer, SweepPlan } from '#core/model/sweep.ts'
import { type Configuration, configurationKey, configurationName } from '../sweep/configurations.ts'
import { risingLoad } from '../sweep/judge-curve.ts'
import { kneeText } from '#core/sweep/knee-text.ts'
import { sustainedPosition } from '#core/sweep/knee.ts'
import * as features from './features.ts'
import {
  type AnsweredSweep,
  type AnswerFeature,
  type MeasuredLoad,
  type MeasuredCurve,
  measuredCurves,
  type SweepAnswer,
} from './answer.ts'
import {
  capacityLine,
  capacityNotes,
  searchAdvice,
  searchConfidence,
  unknownNote,
} from './capacity-answer.ts'
import {
  cellConfidence,
  cellFigures,
  cellThroughput,
  figuresAt,
  limitAnswer,
} from './limit-range.ts'
import { searchedText } from './load-text.ts'
import { featureNotes } from './run-answer.ts'
import { kneeRemedy, ofSettings, searchRemedy } from './remedy.ts'

/**
 * Answers in the order of servers, settings and curves; empty while listed loads are still being measured, and for a single load. A tuning
 * has one answer for all its settings, and none while it runs.
 */
export function sweepAnswers(sweep: AnsweredSweep, runs: Iterable<Run>): SweepAnswer[] {
  if (sweep.plan.tune !== null) {
    return sweep.status === 'running'
      ? []
      : sweep.answers.flatMap((one) =>
          one.answer.kind === 'setting' ? tuned(one.answer, one, sweep) : [],
        )
  }
  const curves = measuredCurves(sweep, runs)
  if (sweep.answers.length > 0 || sweep.plan.search !== null) {
    return sweep.answers.flatMap(({ answer, ...configuration }) =>
      answer.kind === 'setting'
        ? []
        : [inConfiguration(searched({ answer, ...configuration }, sweep, curves), configuration)],
    )
  }
  if (sweep.status === 'running') return []
  return curves.flatMap((curve) => {
    const [lightest] = curve.cells
    if (lightest === undefined || curve.cells.length < 2) return []
    return inConfiguration(listed(curve, sweep), lightest.point)
  })
}

function tuned(
  found: FoundSetting,
  { server }: Configuration,
  { plan }: AnsweredSweep,
): SweepAnswer[] {
  return Object.values<AnswerFeature>(features).flatMap(({ ofSetting }) =>
    ofSetting === undefined
      ? []
      : {
          ...{ name: '', ...ofSetting(found, plan), server },
          ...{ confidence: null, remedy: null, at: null, throughput: null },
        },
  )
}

type ConfigurationAnswer = Omit<SweepAnswer, 'server'>

function inConfiguration(
  answer: ConfigurationAnswer,
  { server, settings }: Configuration,
): SweepAnswer {
  return { ...answer, server, remedy: ofSettings(answer.remedy, settings) }
}

/** Answer with the highest throughput; the first if none has a throughput. */
export function bestAnswer(answers: readonly SweepAnswer[]): SweepAnswer | null {
  const [first = null, ...others] = answers
  return others.reduce(
    (best, one) => ((one.throughput ?? -1) > (best?.throughput ?? -1) ? one : best),
    first,
  )
}

/** `max-num-seqs 8: Capacity …`: the printed line, with the name of the configuration if there are several. */
export function namedLine({ name, line }: Pick<SweepAnswer, 'name' | 'line'>): Message {
  return name === '' ? line : message('common.at', { place: name, text: line })
}

function listed(curve: MeasuredCurve, { plan }: AnsweredSweep): ConfigurationAnswer {
  const knee = kneeAnswer(curve.knee, curve, plan)
  const found = plan.limits.length === 0 ? null : limitAnswer(curve, plan)
  if (found === null) {
    const notes = unknownNote(
      plan.limits,
      curve.cells.flatMap(({ runs }) => runs),
    )
    return { ...knee, notes: [...notes, ...knee.notes], name: curve.name }
  }
  const { cell, ...answer } = found
  const notes = [...answer.notes, sentence(kneeText(curve.knee, plan.config))]
  return { ...answer, notes, ...placeOf(cell, plan), name: curve.name }
}

function searched(
  { answer, ...configuration }: SearchedAnswer,
  sweep: AnsweredSweep,
  curves: readonly MeasuredCurve[],
): ConfigurationAnswer {
  const { plan } = sweep
  const name = configurationName(configuration, sweep)
  const key = configurationKey(configuration)
  const curve = curves.find(({ cells }) =>
    cells.some(({ point }) => configurationKey(point) === key),
  )
  const over = risingLoad(plan)
  const confidence = searchConfidence(answer)
  const advice = searchAdvice(answer)
  if (answer.kind === 'curve') {
    const knee = kneeAnswer(kneeFound(answer, curve), curve ?? null, plan)
    const notes = secondOpinion(answer, plan)
    return { ...knee, name, confidence, advice: advice ?? knee.advice, notes }
  }
  const cell = curve?.cells.find(({ point }) => point[over] === answer.highestHeld) ?? null
  return {
    name,
    line: dotted(capacityLine(answer, plan), cell === null ? [] : cellFigures(cell, plan)),
    confidence,
    notes: [...capacityNotes(answer, plan), ...notesAt(curve, answer, plan)],
    advice,
    remedy: searchRemedy(answer, plan),
    ...placeOf(cell, plan),
  }
}

/** Sentences of features about the first failing load. */
function notesAt(
  curve: MeasuredCurve | undefined,
  { firstBroken }: CapacityAnswer,
  plan: SweepPlan,
): Text[] {
  const over = risingLoad(plan)
  const cell = curve?.cells.find(({ point }) => point[over] === firstBroken?.load)
  const notes = cell?.runs.slice(-1).flatMap((run) => featureNotes(run)) ?? []
  if (firstBroken === null) return []
  const place = searchedText(plan, firstBroken.load)
  return notes.map((text) => message('common.at', { place, text }))
}

/** Answers of earlier versions lack a knee, so it is computed again. */
function kneeFound({ found }: CurveAnswer, curve: MeasuredCurve | undefined): Knee {
  return found ?? curve?.knee ?? { kind: 'none', why: 'nothing-measured', wantedS: null }
}

function secondOpinion({ secondOpinion: load, knee }: CurveAnswer, plan: SweepPlan): Text[] {
  if (load === null || load === knee) return []
  return [message('answers.secondOpinion', { load: searchedText(plan, load) })]
}

function kneeAnswer(
  knee: Knee,
  curve: MeasuredCurve | null,
  plan: AnsweredSweep['plan'],
): Omit<ConfigurationAnswer, 'name'> {
  const cell = curve?.cells[sustainedPosition(curve.knee) ?? -1] ?? null
  const figures = cell === null ? [] : cellFigures(cell, plan)
  return {
    line: dotted(
      kneeText(knee, plan.config),
      knee.kind === 'between' && cell !== null ? figuresAt(cell, figures, plan) : figures,
    ),
    confidence: cell && cellConfidence(cell),
    notes: [],
    advice: kneeAdvice(knee, curve),
    remedy: kneeRemedy(knee, plan),
    ...placeOf(cell, plan),
  }
}

function kneeAdvice(knee: Knee, curve: MeasuredCurve | null): Message | null {
  if (knee.kind === 'at') return null
  if (knee.kind === 'beyond' && knee.unusableAbove) {
    const above = curve?.cells.slice(knee.last.position + 1) ?? []
    return above.every(({ runs }) => judgePoint(runs)?.isHeldBack)
      ? message('searches.advice.held-back')
      : message('answers.advice.not-usable')
  }
  if (knee.kind !== 'none') return message(`answers.advice.${knee.kind}`)
  if (knee.why === 'held-back') return message('searches.advice.held-back')
  if (knee.why !== 'too-short') return message(`answers.advice.${knee.why}`)
  return knee.wantedS === null
    ? message('answers.advice.longer')
    : message('answers.advice.longerBy', { seconds: knee.wantedS })
}

function placeOf(cell: MeasuredLoad | null, plan: AnsweredSweep['plan']) {
  if (cell === null) return { at: null, throughput: null }
  const { server, settings, requestRate, maxConcurrency } = cell.point
  const at = { server, settings, requestRate, maxConcurrency }
  return { at, throughput: cellThroughput(cell, plan) }
}

function sentence(text: Text): Text {
  return message('common.sentence', { text })
}

/** Answers as plain text: each line, with its confidence and next step indented below; the best configuration first. */
export function answerLines(answers: readonly SweepAnswer[]): Text[] {
  const best = bestAnswer(answers)
  const lead =
    best === null || answers.length < 2
      ? []
      : [message('answers.best', { count: answers.length, answer: namedLine(best) })]
  return [...lead, ...answers.flatMap((one) => [namedLine(one), ...detailLines(one)])]
}

function detailLines(answer: SweepAnswer): Text[] {
  const { advice } = answer
  const about = answerDetails(answer)
  return [
    ...(about.length === 0 ? [] : [sentences(about)]),
    ...(advice === null ? [] : [advice]),
  ].map((text) => message('common.indented', { text }))
}

/** Confidence and further notes, as sentences. */
export function answerDetails({ confidence, notes }: SweepAnswer): Text[] {
  return [
    ...(confidence === null ? [] : [message('common.sentence', { text: confidence.text })]),
    ...notes,
  ]
}

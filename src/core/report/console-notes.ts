// Console notes about a run, printed with the compatible report: its answer, judgement, origin, and comparisons.
import { runAnswer, type AnsweredRun } from '#core/answers/run-answer.ts'
import { listed, message, type Message, type Text } from '#core/messages/message.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { steadyLoad } from '#core/judgement/saturation.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { judgementText, reasonText } from '#core/judgement/reason-text.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { figureValue, limitName } from '#core/answers/load-text.ts'
import { latencyLabels, metricNames } from '#core/metrics/latencies.ts'
import { comparableFigures, type ComparableRun } from '#core/compare/comparable-figures.ts'
import { headlineNames } from '#core/compare/headline.ts'
import { comparedLatencies, type ComparedLatency } from '../stats/compared-latencies.ts'
import type { Calibration } from '../model/run/calibration.ts'
import { calibratedFor } from '../stats/calibration/calibrated-for.ts'
import { utcText } from '#core/base/local-time.ts'

/** Answer about the server; absent if the run shows nothing about it, because the judgement lists the reasons. */
export function answerNote(run: AnsweredRun): readonly Message[] {
  const answer = runAnswer(run)
  if (answer === null) return []
  const isReason = answer.line.id === 'answers.run.notUsable'
  return [...(isReason ? [] : [message('answers.note', { answer: answer.line })]), ...answer.notes]
}

/** Uncertainty of the headline figures; omits those whose interval is unknown. */
export function intervalNote(run: ComparableRun): readonly Message[] {
  const means = comparableFigures(run).filter((figure) => figure.percentile === null)
  const figures = (['requestThroughput', ...headlineNames] as const).flatMap((name) => {
    const figure = means.find((one) => one.name === name)
    if (!figure?.interval || figure.value === 0) return []
    const [low, high] = [figure.interval.low, figure.interval.high].map((end) =>
      figureValue(name, end),
    )
    const text = limitName(figure)
    // Ends that round to the same figure are written once.
    return low === high
      ? [message('answers.latency', { name: text, value: low })]
      : [message('notes.interval', { figure: text, low, high })]
  })
  if (figures.length === 0) return []
  const isWhole = steadyLoad(run.summary).basis === 'whole-run'
  const id = isWhole ? 'notes.intervalsOfWholeRun' : 'notes.intervals'
  return [message(id, { figures: listed(figures) })]
}

/** The grade with every reason, worst first; then a line for each reason with its figures. */
export function judgementNote(run: JudgedRun): readonly Text[] {
  const judged = judgeRun(run)
  if (judged === null) return []
  const judgement = judgementText(judged)
  const { loadState } = judged
  return [
    loadState === 'burst' || loadState === 'changing'
      ? message('judgement.noteOfLoad', {
          judgement,
          state: message(`judgement.load.${loadState}`),
        })
      : message('judgement.note', { judgement }),
    ...judged.reasons.map((reason) => message('common.indented', { text: reasonText(reason) })),
  ]
}

/** Empty if this computer sent the load. */
export function originNote({ origin }: Pick<RunSummary, 'origin'>): readonly Message[] {
  if (origin === undefined) return []
  const { hostName: host, nodeVersion: version, clockOffsetMs, clockUncertaintyMs } = origin
  return [
    message(clockOffsetMs < 0 ? 'notes.clockBehind' : 'notes.clockAhead', {
      host,
      version,
      ms: Math.abs(clockOffsetMs).toFixed(1),
      error: clockUncertaintyMs.toFixed(1),
    }),
  ]
}

/** Empty if the server does not report it. */
export function serverLatencyNote(summary: RunSummary): readonly Message[] {
  const compared = comparedLatencies(summary)
  const [first, ...others] = metricNames.flatMap((metric) => {
    const latency = compared[metric]
    return latency === undefined ? [] : [latencyText(latencyLabels[metric], latency)]
  })
  if (first === undefined) return []
  const latencies = others.reduce(
    (before, last) => message('notes.inSeries', { first: before, last }),
    first,
  )
  return [message('notes.serverLatencies', { latencies })]
}

function latencyText(metric: string, { serverMeanMs, differenceMs }: ComparedLatency): Message {
  const sign = differenceMs < 0 ? '-' : '+'
  return message('notes.serverLatency', {
    metric,
    ms: serverMeanMs.toFixed(2),
    difference: `${sign} ${Math.abs(differenceMs).toFixed(2)}`,
  })
}

/** Empty without a calibration. */
export function calibrationNote(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): readonly Message[] {
  const calibrated = calibratedFor(summary, calibrations)
  if (calibrated === null) return []
  const { point, covers, measuredAtEpochMs } = calibrated
  const { ttft, itl } = point.addedUs
  const day = utcText(measuredAtEpochMs).slice(0, 10)
  return [
    message(covers ? 'notes.calibrated' : 'notes.calibratedOnlyUpTo', {
      day,
      streams: point.streams,
      events: point.eventsPerS,
      ttft: ms(ttft.p50),
      ttftP99: ms(ttft.p99),
      itl: ms(itl.p99),
    }),
  ]
}

function ms(us: number): string {
  return `${(us / 1000).toFixed(2)} ms`
}

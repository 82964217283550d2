// What the console reports about our own client, in a line or two beside the compatible report.
import {
  clientVerdict,
  type ClientGrade,
  type DecidingNumber,
  type ErrorEstimate,
  type MonitoredRun,
} from '#core/judgement/client-verdict.ts'
import { plainMs, plainShare } from '#core/judgement/plain-figures.ts'
import { tolerableReadAtOnceShare } from '#core/judgement/run-reasons.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { criterionRemedies, criterionSentences } from '#core/judgement/texts.ts'

const words: Readonly<Record<ClientGrade, string>> = {
  fine: 'fine',
  strained: 'strained',
  invalid: 'INVALID, these figures describe the client',
}

type NotedRun = MonitoredRun & Readonly<{ summary: Pick<RunSummary, 'completed' | 'readAtOnce'> }>

/** Empty where the client was not monitored. */
export function clientNote(run: NotedRun): readonly string[] {
  const verdict = clientVerdict(run)
  if (verdict === null) return []
  const { grade, decidedBy, error } = verdict
  const [value, limit] = [inUnit(decidedBy, decidedBy.value), inUnit(decidedBy, decidedBy.limit)]
  const reason = criterionSentences[decidedBy.criterion].replace('{value}', value)
  const judged = `Client: ${words[grade]}. ${reason.replace(/\.$/, '')} (limit ${limit}).`
  return [
    error === null ? judged : `${judged} ${errorText(error)}`,
    ...(grade === 'fine' ? [] : [criterionRemedies[decidedBy.criterion]]),
    ...readAtOnceNote(run),
  ]
}

/** Where they are too few for the judgement to name them. */
function readAtOnceNote({ summary: { completed, readAtOnce } }: NotedRun): readonly string[] {
  const count = readAtOnce ?? 0
  if (count === 0 || count / completed > tolerableReadAtOnceShare) return []
  return [
    `${count} of ${completed} responses came mostly in one late read: their TPOT and ITL were not measured.`,
  ]
}

function errorText({ ttftMeanMs, ttftP99Ms, itlP99Ms }: ErrorEstimate): string {
  const late = `${plainMs(ttftMeanMs)} late on average, ${plainMs(ttftP99Ms)} at p99`
  return `TTFT is reported about ${late}; 99 % of gaps are within ${plainMs(itlP99Ms)}.`
}

function inUnit({ unit }: DecidingNumber, value: number): string {
  return unit === 'ms' ? plainMs(value) : plainShare(value)
}

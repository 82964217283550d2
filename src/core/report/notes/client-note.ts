// What the console reports about our own client, in a line or two beside the compatible report.
import {
  clientVerdict,
  type ClientGrade,
  type DecidingNumber,
  type ErrorEstimate,
  type MonitoredRun,
} from '#core/judgement/client-verdict.ts'
import { tolerableReadAtOnceShare } from '#core/judgement/run-reasons.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { criterionRemedies, criterionSentences } from '#core/judgement/words.ts'

const words: Readonly<Record<ClientGrade, string>> = {
  fine: 'fine',
  strained: 'strained',
  invalid: 'INVALID: these figures describe the client',
}

type NotedRun = MonitoredRun & Readonly<{ summary: Pick<RunSummary, 'completed' | 'readAtOnce'> }>

/** Empty where the client was not monitored. */
export function clientNote(run: NotedRun): readonly string[] {
  const verdict = clientVerdict(run)
  if (verdict === null) return []
  const { grade, decidedBy, error } = verdict
  const reason = criterionSentences[decidedBy.criterion]
    .replace('{value}', inUnit(decidedBy, decidedBy.value))
    .replace(/\.$/, '')
  const judged = `Client: ${words[grade]} (${reason}; limit ${inUnit(decidedBy, decidedBy.limit)}).`
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
  const late = `${inMs(ttftMeanMs)} late on average, ${inMs(ttftP99Ms)} at p99`
  return `TTFT is reported about ${late}; 99 % of gaps are within ${inMs(itlP99Ms)}.`
}

function inUnit({ unit }: DecidingNumber, value: number): string {
  return unit === 'ms' ? inMs(value) : `${round(100 * value)} %`
}

function inMs(ms: number): string {
  return `${round(ms)} ms`
}

/** Two significant digits are more than an estimate deserves. */
function round(value: number): string {
  return value >= 10 ? value.toFixed(0) : String(Number(value.toPrecision(2)))
}

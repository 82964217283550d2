// Console notes about our own client, one or two lines beside the compatible report.
import {
  type ClientVerdict,
  clientVerdict,
  type DecidingNumber,
  type ErrorEstimate,
  type MonitoredRun,
  plainMs,
  plainShare,
} from '#core/judgement/client-verdict.ts'
import { criterionText } from '#core/judgement/reason-text.ts'
import { tolerableReadAtOnceShare } from '#core/judgement/run-reasons.ts'
import { message, type Message, sentences, type Text } from '#core/messages/message.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'

type NotedRun = MonitoredRun & Readonly<{ summary: Pick<RunSummary, 'completed' | 'readAtOnce'> }>

/** Empty if the client was not monitored. */
export function clientNote(run: NotedRun): readonly Text[] {
  const verdict = clientVerdict(run)
  if (verdict === null) return []
  const { grade, decidedBy, error } = verdict
  // The judgement beside it already explains why a client is not fine.
  const standing = grade === 'fine' ? standingText(verdict) : error && errorText(error)
  return [
    ...(standing === null ? [] : [message('notes.client', { standing })]),
    ...(grade === 'fine' ? [] : [message(`judgement.remedy.${decidedBy.criterion}`)]),
    ...readAtOnceNote(run),
  ]
}

/** Whether the client kept up; null if it was not monitored. */
export function clientStanding(run: NotedRun): Text | null {
  const verdict = clientVerdict(run)
  return verdict && standingText(verdict)
}

function standingText({ grade, decidedBy, error }: ClientVerdict): Text {
  const judged = message('notes.client.standing', {
    grade: message(`notes.client.${grade}`),
    reason: criterionText(decidedBy, inUnit(decidedBy, decidedBy.value)),
    limit: inUnit(decidedBy, decidedBy.limit),
  })
  return error === null ? judged : sentences([judged, errorText(error)])
}

/** Note for counts too low for the judgement to report. */
function readAtOnceNote({ summary: { completed, readAtOnce } }: NotedRun): readonly Message[] {
  const count = readAtOnce ?? 0
  if (count === 0 || count / completed > tolerableReadAtOnceShare) return []
  return [message('notes.readAtOnce', { count, completed })]
}

function errorText({ ttftMeanMs, ttftP99Ms, itlP99Ms }: ErrorEstimate): Message {
  return message('notes.clientError', {
    mean: plainMs(ttftMeanMs),
    p99: plainMs(ttftP99Ms),
    gaps: plainMs(itlP99Ms),
  })
}

function inUnit({ unit }: DecidingNumber, value: number): string {
  return unit === 'ms' ? plainMs(value) : plainShare(value)
}

// What a reader of the console is told about our own client, in a line or two beside the compatible report.
import {
  clientVerdict,
  type ClientCriterion,
  type ClientGrade,
  type DecidingNumber,
  type ErrorEstimate,
  type JudgedRun,
} from '#core/stats/client-verdict.ts'

const words: Readonly<Record<ClientGrade, string>> = {
  fine: 'fine',
  strained: 'strained',
  invalid: 'INVALID: these numbers are the client’s own',
}

const reasons: Readonly<Record<ClientCriterion, (value: string) => string>> = {
  ttftError: (value) => `mean TTFT is probably ${value} too long`,
  itlError: (value) => `1 in 100 gaps is probably off by ${value} of the mean gap`,
  sendLag: (value) => `1 % of requests left more than ${value} late`,
  keptRate: (value) => `requests left at ${value} of the rate asked`,
  loopDelay: (value) => `1 % of the time the event loop was held up by more than ${value}`,
  pause: (value) => `the client once stood still for ${value}`,
  gcPause: (value) => `garbage collection once took ${value}`,
  cpu: (value) => `the busiest thread used ${value} of a core`,
}

const fewerStreams =
  'Have fewer streams open at once, or measure from a machine with more to spare.'
const lowerRate = 'Lower the request rate, or measure from a machine with more to spare.'

const remedies: Readonly<Record<ClientCriterion, string>> = {
  ...{ ttftError: fewerStreams, itlError: fewerStreams, sendLag: lowerRate, keptRate: lowerRate },
  loopDelay: 'End what else runs on this machine, or lower the load.',
  pause: 'Keep its machine from sleeping and its process from being stopped, and run it again.',
  gcPause: 'Send fewer or shorter requests in one run, or give the machine more memory.',
  cpu: 'Throughput may be limited by the client: lower the load, or measure from more machines.',
}

/** Nothing where nobody watched the client. */
export function clientNote(run: JudgedRun): readonly string[] {
  const verdict = clientVerdict(run)
  if (verdict === null) return []
  const { grade, decidedBy, error } = verdict
  const reason = reasons[decidedBy.criterion](inUnit(decidedBy, decidedBy.value))
  const judged = `Client: ${words[grade]} (${reason}; limit ${inUnit(decidedBy, decidedBy.limit)}).`
  return [
    error === null ? judged : `${judged} ${errorText(error)}`,
    ...(grade === 'fine' ? [] : [remedies[decidedBy.criterion]]),
  ]
}

function errorText({ ttftMeanMs, ttftP99Ms, itlP99Ms }: ErrorEstimate): string {
  const late = `${inMs(ttftMeanMs)} late on average, ${inMs(ttftP99Ms)} at p99`
  return `TTFT is told about ${late}; 99 % of gaps are within ${inMs(itlP99Ms)}.`
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

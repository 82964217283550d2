// An entry of a sweep's log as a sentence, for terminals and reports. A window has its own words for each kind.
import type { SweepLogEntry, SweepLogKind } from '../model/sweep/sweep-log.ts'
import { searchEndings, searchReasons, type SearchReason } from '../model/sweep/sweep-search.ts'
import { endingTexts } from './search/answer-text.ts'

type Values = SweepLogEntry['values']

export function logText({ kind, values, point }: SweepLogEntry): string {
  const sentence = sentences[kind](values)
  return point === null ? sentence : `Point ${point + 1}: ${sentence}`
}

const sentences: Readonly<Record<SweepLogKind, (values: Values) => string>> = {
  started: ({ points, servers }) =>
    points === 0
      ? `Started: loads are searched for on ${counted(servers, 'server')}.`
      : `Started: ${counted(points, 'point')} on ${counted(servers, 'server')}.`,
  resumed: ({ from, left }) => `Taken up again after it was ${said(from)}${remaining(left)}.`,
  paused: ({ left }) => `Paused${remaining(left)}.`,
  'server-starting': ({ server, was, flags }) =>
    `Starting ${said(server)}${flags === undefined ? '' : ` with ${said(flags)}`} (it was ${said(was)}).`,
  'server-ready': ({ server, tookS }) => `${said(server)} is ready after ${seconds(tookS)}.`,
  'server-failed': ({ server, message, remedy }) =>
    `${said(server)} did not become ready: ${said(message)}${advice(remedy)}`,
  'server-stopped': ({ server }) => `Stopped ${said(server)}, as it was before.`,
  'caches-reset': () => 'The caches of the server were reset.',
  'caches-kept': ({ reason, remedy }) => `${said(reason)}${advice(remedy)}`,
  'load-chosen': ({ reason, ...load }) => `${loadText(load)} is next: ${reasonText(reason)}.`,
  'point-started': ({ attempt, repeat, warmUpS, ...load }) =>
    [
      `measuring ${loadText(load)}`,
      ...(Number(repeat) > 0 ? [`repeat ${Number(repeat) + 1}`] : []),
      ...(Number(attempt) > 1 ? [`try ${attempt}`] : []),
      ...(Number(warmUpS) > 0 ? [`after ${seconds(warmUpS)} of warm-up`] : []),
    ].join(', ') + '.',
  'point-ended': endText,
  'point-retried': ({ reason, attempt, retries }) =>
    `${said(reason)} Trying once more (${attempt} of ${retries}).`,
  'point-skipped': ({ reason, by, ...load }) =>
    reason === 'saturated'
      ? `${loadText(load)} is left out: the server was saturated at point ${Number(by) + 1} already.`
      : `${loadText(load)} was left out on request.`,
  saturated: (load) => `the server is saturated at ${loadText(load)}; heavier loads are left out.`,
  'cooling-down': (values) => `Resting for ${seconds(values['seconds'])}.`,
  'search-ended': ({ kind, load, runs, ending }) =>
    `The search ended after ${counted(runs, 'run')}${foundText(kind, load)}: ${endingText(ending)}.`,
  ended: ({ status, completed, failed, skipped }) =>
    `The sweep ${status === 'completed' ? 'is complete' : `was ended (${said(status)})`}: ` +
    `${completed} points measured, ${failed} failed, ${skipped} left out.`,
}

const reasonTexts: Readonly<Record<SearchReason, string>> = {
  lightest: 'light enough for requests to be served one by one',
  doubling: 'every limit held so far',
  bisecting: 'the answer lies between the loads beside it',
  repeating: 'one run does not tell surely',
  bending: 'the curve bends there',
  filling: 'the gap between its neighbours is wide',
  saturating: 'to see the server saturated',
}

function endText({ status, reason, completed, failed, requestThroughput }: Values): string {
  const measured =
    completed === undefined
      ? ''
      : ` ${counted(completed, 'request')} answered, ${failed} failed, ` +
        `${Number(requestThroughput).toFixed(2)} requests/s.`
  const why = reason === undefined ? '' : ` ${said(reason)}`
  return `${said(status)}.${measured}${why}`
}

function loadText({ requestRate, maxConcurrency }: Values): string {
  const rate = requestRate === 'inf' ? 'all at once' : `${requestRate} requests/s`
  if (maxConcurrency === undefined) return rate
  return requestRate === 'inf'
    ? `${maxConcurrency} in flight`
    : `${rate}, at most ${maxConcurrency} in flight`
}

function foundText(kind: Values[string] | undefined, load: Values[string] | undefined): string {
  if (load === undefined) return ''
  return kind === 'capacity'
    ? `, the highest load that held was ${load}`
    : `, the knee is at ${load}`
}

function reasonText(reason: Values[string] | undefined): string {
  const known = searchReasons.find((each) => each === reason)
  return known === undefined ? said(reason) : reasonTexts[known]
}

function endingText(ending: Values[string] | undefined): string {
  const known = searchEndings.find((each) => each === ending)
  return known === undefined ? said(ending) : endingTexts[known]
}

function remaining(left: Values[string] | undefined): string {
  return left === undefined || left === 0 ? '' : `, ${counted(left, 'point')} to go`
}

function advice(remedy: Values[string] | undefined): string {
  return remedy === undefined ? '' : ` ${said(remedy)}`
}

function counted(count: Values[string] | undefined, noun: string): string {
  return `${said(count)} ${noun}${count === 1 ? '' : 's'}`
}

function seconds(value: Values[string] | undefined): string {
  return `${Math.round(Number(value) * 10) / 10} s`
}

function said(value: Values[string] | undefined): string {
  return value === undefined ? '?' : String(value)
}

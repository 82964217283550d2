// Message of a sweep's log entry, the same on every surface.
import { clauses, message, sentences, type Text } from '../messages/message.ts'
import { type LoadUnit, type ConcurrencyChoice, heldBy } from '#core/traits/load-traits.ts'
import {
  loggedText,
  type LoggedValues,
  type SweepLogEntry,
  type SweepLogKind,
} from '#core/model/sweep-log.ts'
import { searchEndings, searchReasons } from '#core/model/sweep-search.ts'
import { heldText, rateText } from '#core/sweep/knee-text.ts'
import { tuningReports } from './feature-reports.ts'
import type { TuningLogKind } from './tuning-story.ts'

type Values = LoggedValues
type KindText = (values: Values, held: LoadUnit) => Text

type Value = Values[string] | undefined

/** Prefixed with the number of its point, if it has one. */
export function logText(entry: SweepLogEntry, config: ConcurrencyChoice): Text {
  const text = entryText(entry, config)
  return entry.point === null
    ? text
    : message('sweepLog.atPoint', { number: entry.point + 1, text })
}

/** Without the number of its point. */
export function entryText({ kind, values, texts }: SweepLogEntry, config: ConcurrencyChoice): Text {
  return allTexts[kind]?.({ ...values, ...texts }, heldBy(config)) ?? kind
}

const kindTexts: Readonly<Record<Exclude<SweepLogKind, TuningLogKind>, KindText>> = {
  started: ({ points, servers }) =>
    points === 0
      ? message('sweepLog.searching', { servers: Number(servers) })
      : message('sweepLog.started', { points: Number(points), servers: Number(servers) }),
  resumed: ({ from, left = 0 }) => {
    const state = stateText(from)
    return left === 0
      ? message('sweepLog.resumed', { state })
      : message('sweepLog.resumed.left', { state, left: Number(left) })
  },
  paused: ({ left = 0 }) =>
    left === 0
      ? message('sweepLog.paused')
      : message('sweepLog.paused.left', { left: Number(left) }),
  'server-starting': ({ server, was, flags }) => {
    const named = { server, was: stateText(was) }
    return flags === undefined
      ? message('sweepLog.server-starting', named)
      : message('sweepLog.server-starting.flags', { ...named, flags })
  },
  'server-ready': ({ server, tookS }) =>
    message('sweepLog.server-ready', { server, seconds: secondsText(tookS) }),
  'server-failed': ({ server, message: why = '?', remedy }) =>
    message('sweepLog.server-failed', { server, why: withRemedy(why, remedy) }),
  'server-stopped': ({ server }) => message('sweepLog.server-stopped', { server }),
  'caches-reset': () => message('sweepLog.caches-reset'),
  'caches-kept': ({ reason = '?', remedy }) => withRemedy(reason, remedy),
  'load-chosen': ({ reason, ...load }, held) =>
    message('sweepLog.load-chosen', { load: loadText(load, held), reason: reasonText(reason) }),
  'point-started': ({ attempt, repeat, warmUpS, ...load }, held) =>
    message('common.sentence', {
      text: clauses([
        message('sweepLog.measuring', { load: loadText(load, held) }),
        ...(Number(repeat) > 0
          ? [message('sweepLog.measuring.repeat', { number: Number(repeat) + 1 })]
          : []),
        ...(Number(attempt) > 1
          ? [message('sweepLog.measuring.attempt', { number: attempt })]
          : []),
        ...(Number(warmUpS) > 0
          ? [message('sweepLog.measuring.warmUp', { seconds: secondsText(warmUpS) })]
          : []),
      ]),
    }),
  'point-ended': ({ status, reason, completed, failed, requestThroughput }) =>
    sentences([
      message('common.sentence', { text: stateText(status) }),
      ...(completed === undefined
        ? []
        : [
            message('sweepLog.counts', {
              completed: Number(completed),
              failed,
              throughput: Number(requestThroughput).toFixed(2),
            }),
          ]),
      ...(reason === undefined ? [] : [loggedText(reason)]),
    ]),
  'point-retried': ({ reason = '?', attempt, retries }) =>
    sentences([loggedText(reason), message('sweepLog.point-retried', { attempt, retries })]),
  'point-skipped': ({ reason, by, ...load }, held) =>
    reason === 'saturated'
      ? message('sweepLog.skippedSaturated', { load: loadText(load, held), number: Number(by) + 1 })
      : message('sweepLog.skippedAsked', { load: loadText(load, held) }),
  saturated: (load, held) => message('sweepLog.saturated', { load: loadText(load, held) }),
  'cooling-down': (values) =>
    message('sweepLog.cooling-down', { seconds: secondsText(values['seconds']) }),
  'search-ended': ({ kind, load, runs, ending }) =>
    message('sweepLog.search-ended', {
      course: clauses([
        message('searches.runs', { count: Number(runs) }),
        ...(load === undefined
          ? []
          : [message(kind === 'capacity' ? 'sweepLog.highestHeld' : 'sweepLog.knee', { load })]),
      ]),
      ending: endingText(ending),
    }),
  ended: ({ status, completed, failed, skipped }) => {
    const counts = { completed, failed, skipped }
    return status === 'completed'
      ? message('sweepLog.complete', counts)
      : message('sweepLog.ended', { state: stateText(status), ...counts })
  },
}

/** A kind without its feature is its own text. */
const allTexts: Readonly<Partial<Record<SweepLogKind, KindText>>> = {
  ...kindTexts,
  ...tuningReports?.log,
}

function loadText(
  { requestRate: rate = '?', maxConcurrency: count }: Values,
  held: LoadUnit,
): Text {
  if (count === undefined) {
    return rate === 'inf' ? message('sweepLog.load.atOnce') : rateText(rate, held)
  }
  return rate === 'inf'
    ? heldText(held, count)
    : message(`sweeps.rateAtMost.${held}`, { rate: rateText(rate, held), count })
}

function reasonText(reason: Value): Text {
  const known = searchReasons.find((each) => each === reason)
  return known === undefined ? loggedText(reason) : message(`sweepLog.reason.${known}`)
}

function endingText(ending: Value): Text {
  const known = searchEndings.find((each) => each === ending)
  return known === undefined ? loggedText(ending) : message(`searches.ending.${known}`)
}

const states = [
  ...(['running', 'stopped', 'paused', 'interrupted'] as const),
  ...(['completed', 'cancelled', 'failed', 'skipped'] as const),
]

/** State of a server, a sweep or a point. */
function stateText(state: Value): Text {
  const known = states.find((each) => each === state)
  return known === undefined ? loggedText(state) : message(`sweepLog.state.${known}`)
}

function withRemedy(problem: NonNullable<Value>, remedy: Value): Text {
  return sentences([problem, ...(remedy === undefined ? [] : [remedy])].map(loggedText))
}

function secondsText(seconds: Value): number {
  return Math.round(Number(seconds) * 10) / 10
}

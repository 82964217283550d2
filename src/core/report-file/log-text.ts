// An entry of a sweep's log as a sentence, for reports.
import type { SweepLogEntry, SweepLogKind } from '../model/sweep-log.ts'

const sentences: Readonly<Record<SweepLogKind, string>> = {
  started: 'The sweep began.',
  resumed: 'The sweep went on.',
  paused: 'The sweep was paused.',
  'server-starting': 'Starting the server.',
  'server-ready': 'The server is ready.',
  'server-failed': 'The server did not start.',
  'server-stopped': 'The server was stopped.',
  'caches-reset': 'The server forgot its caches.',
  'caches-kept': 'The server kept its caches.',
  'load-chosen': 'The search chose a load.',
  'point-started': 'Measuring.',
  'point-ended': 'Measured.',
  'point-retried': 'Trying again.',
  'point-skipped': 'Skipped.',
  saturated: 'Heavier loads are left out, since the server is saturated.',
  'cooling-down': 'Resting.',
  'search-ended': 'The search ended.',
  ended: 'The sweep ended.',
}

/** A reason comes as it was kept, what else is known in brackets. */
export function logText({ kind, point, values }: SweepLogEntry): string {
  const { reason, ...others } = values
  const known = Object.entries(others).map(([name, value]) => `${name} ${value}`)
  return [
    ...(point === null ? [] : [`Point ${point + 1}:`]),
    sentences[kind],
    ...(known.length === 0 ? [] : [`(${known.join(', ')})`]),
    ...(reason === undefined ? [] : [String(reason)]),
  ].join(' ')
}

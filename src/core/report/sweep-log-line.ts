// An entry of a sweep's log as one line: `load chosen: load 32, reason doubling`.
import type { SweepLogEntry } from '../model/sweep-log.ts'

export function sweepLogLine({ kind, point, values }: SweepLogEntry): string {
  const about = point === null || kind === 'caches-kept' ? [] : [`point ${point + 1}`]
  const facts = Object.entries(values).map(([name, value]) => `${spaced(name)} ${value}`)
  return [kind.replaceAll('-', ' '), [...about, ...facts].join(', ')].filter(Boolean).join(': ')
}

function spaced(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

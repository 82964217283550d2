// Lists that grow while a run or a server is running, bounded so that the window cannot run out of memory.
import type { LiveSnapshot } from '#core/model/run/run.ts'

const mostLines = 5_000

/** Keeps the newest. */
export function appendLines(known: readonly string[], added: readonly string[]): readonly string[] {
  return [...known, ...added].slice(-mostLines)
}

const mostSnapshots = 4_000

/** If there are too many, drops every second of the older ones, which preserves the shape of the plots. */
export function appendSnapshot(
  course: readonly LiveSnapshot[],
  snapshot: LiveSnapshot,
): readonly LiveSnapshot[] {
  const kept = course.length < mostSnapshots ? course : course.filter((_, index) => index % 2 === 0)
  return [...kept, snapshot]
}

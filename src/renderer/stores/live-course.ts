// The course of a run in progress, bounded, so that a run of many hours can still be drawn.
import type { LiveSnapshot } from '#core/model/run/run.ts'

const keptAtMost = 4_000

/** When there are too many, every second of the older ones goes; the plots keep their shape. */
export function appendSnapshot(
  course: readonly LiveSnapshot[],
  snapshot: LiveSnapshot,
): readonly LiveSnapshot[] {
  const kept = course.length < keptAtMost ? course : course.filter((_, index) => index % 2 === 0)
  return [...kept, snapshot]
}

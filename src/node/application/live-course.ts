// Progress snapshots of running runs and their current step, in memory, so that a window opened late can draw the whole course.
import type { BenchmarkStep } from '#core/model/run/benchmark-step.ts'
import { withoutDetails, type LiveSnapshot } from '#core/model/run/run.ts'

type Course = {
  kept: LiveSnapshot[]
  newest: LiveSnapshot
  seen: number
  /** Keeps every n-th snapshot; doubles as the run gets long. */
  stride: number
}

const mostKept = 2000

export class LiveCourse {
  readonly #courses = new Map<string, Course>()
  readonly #steps = new Map<string, BenchmarkStep>()

  add(snapshot: LiveSnapshot): void {
    const course = this.#courses.get(snapshot.runId) ?? courseFrom(snapshot)
    this.#courses.set(snapshot.runId, course)
    course.newest = snapshot
    if (course.seen++ % course.stride !== 0) return
    course.kept.push(withoutDetails(snapshot))
    if (course.kept.length === mostKept) {
      course.kept = course.kept.filter((_, index) => index % 2 === 0)
      course.stride *= 2
    }
  }

  /** Oldest first; empty if the run is not in progress. */
  of(runId: string): LiveSnapshot[] {
    const course = this.#courses.get(runId)
    if (course === undefined) return []
    const { kept, newest } = course
    return kept.at(-1)?.elapsedS === newest.elapsedS ? [...kept] : [...kept, newest]
  }

  begin(runId: string, step: BenchmarkStep): void {
    this.#steps.set(runId, step)
  }

  /** Null if the run is not in progress. */
  stepOf(runId: string): BenchmarkStep | null {
    return this.#steps.get(runId) ?? null
  }

  forget(runId: string): void {
    this.#steps.delete(runId)
    this.#courses.delete(runId)
  }
}

function courseFrom(newest: LiveSnapshot): Course {
  return { kept: [], newest, seen: 0, stride: 1 }
}

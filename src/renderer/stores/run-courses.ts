// The courses of visible runs, fetched one after another, so that other calls are served in between.
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { useClient } from '../api/client.ts'

export const useRunCourses = defineStore('run-courses', () => {
  const client = useClient()
  /** Rates per second in equal parts of a run; empty if unknown. */
  const byId = shallowReactive(new Map<string, readonly number[]>())
  let wanted: string[] = []
  let isReading = false

  /** Replaces earlier requests, because those runs were scrolled past. */
  function want(ids: readonly string[]): void {
    wanted = ids.filter((id) => !byId.has(id))
    if (!isReading) void readAll()
  }

  async function readAll(): Promise<void> {
    isReading = true
    for (let id = wanted.shift(); id !== undefined; id = wanted.shift()) {
      byId.set(id, await client.runs.course({ id }).catch(() => []))
    }
    isReading = false
  }

  return { byId, want }
})

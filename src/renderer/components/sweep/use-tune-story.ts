// The findings of a tuning so far; recomputed whenever one of its points ends.
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { tuningReports } from '#core/report/feature-reports.ts'
import type { TuneStory } from '#core/report/tuning-story.ts'
import type { SweepRow } from '#core/sweep/sweep-rows.ts'
import { summariesOf } from '#core/sweep/sweep-move.ts'
import { computed, type ComputedRef } from 'vue'

type TuneInput = Readonly<{
  sweep: Sweep | null
  rows: readonly SweepRow[]
  log: readonly SweepLogEntry[]
}>

/** Null for any other sweep, and before the first run. */
export function useTuneStory(found: () => TuneInput): ComputedRef<TuneStory | null> {
  const stage = computed(() => {
    const { sweep, rows, log } = found()
    if (sweep === null || sweep.plan.tune === null) return ''
    const measured = rows.filter(({ run }) => run?.status === 'completed').length
    return [sweep.id, sweep.status, measured, log.length > 0].join()
  })
  let known: Readonly<{ stage: string; story: TuneStory | null }> = { stage: '', story: null }
  return computed(() => {
    if (stage.value === known.stage) return known.story
    known = { stage: stage.value, story: storyOf(found()) }
    return known.story
  })
}

function storyOf({ sweep, rows, log }: TuneInput): TuneStory | null {
  if (sweep === null || sweep.points.every(({ status }) => isAhead(status))) return null
  const summaries = summariesOf(
    sweep,
    rows.flatMap(({ run }) => run ?? []),
  )
  return tuningReports?.story({ sweep, summaries, log }) ?? null
}

function isAhead(status: SweepPoint['status']): boolean {
  return status === 'waiting' || status === 'running'
}

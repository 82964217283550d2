// Stores runs and sweeps, and notifies every window of each change.
import { message } from '#core/messages/message.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import type { Run } from '#core/model/run/run.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { notFound } from '#node/storage/storage-error.ts'
import type { Database } from '#node/storage/database.ts'
import { findRun, removeRuns, saveRunAnyway } from '#node/storage/runs.ts'
import { appendSweepLog, findSweep, removeSweep, saveSweep } from '#node/storage/sweeps.ts'
import type { RunJournal } from '#node/runs/run-execution.ts'
import type { Events } from './events.ts'
import type { LiveCourse } from './live-course.ts'

export class RunRepository {
  readonly #database: Database
  readonly #events: Events

  constructor(database: Database, events: Events) {
    this.#database = database
    this.#events = events
  }

  saveRun(run: Run): Run {
    const stored = saveRunAnyway(this.#database, run)
    this.#events.publish({ type: 'run', run: stored })
    return stored
  }

  saveSweep(sweep: Sweep): Sweep {
    saveSweep(this.#database, sweep)
    this.#events.publish({ type: 'sweep', sweep })
    return sweep
  }

  addToLog(sweepId: string, entry: SweepLogEntry): void {
    appendSweepLog(this.#database, sweepId, entry)
    this.#events.publish({ type: 'sweep-log', id: sweepId, entries: [entry] })
  }

  run(id: string): Run {
    return findRun(this.#database, id) ?? notFound('run', id)
  }

  sweep(id: string): Sweep {
    return findSweep(this.#database, id) ?? notFound('sweep', id)
  }

  removeRuns(ids: readonly string[]): void {
    removeRuns(this.#database, ids)
    for (const id of ids) this.#events.publish({ type: 'run-removed', id })
  }

  removeSweep(id: string): void {
    removeSweep(this.#database, id)
    this.#events.publish({ type: 'sweep-removed', id })
  }
}

// Storage and events for a run of the application.
export type JournalTools = Readonly<{
  events: Events
  runRepository: RunRepository
  live: LiveCourse
}>

export function runJournal(
  runId: string,
  { events, runRepository, live }: JournalTools,
): RunJournal {
  return {
    save(run) {
      const { name, tags, notes } = runRepository.run(runId)
      return runRepository.saveRun({ ...run, name, tags, notes })
    },
    show: (run) => events.publish({ type: 'run', run }),
    step(step, detail) {
      live.begin(runId, step)
      events.publish({ type: 'step', runId, step, ...(detail && newsOf(detail)) })
    },
    progress(progress) {
      const snapshot = { runId, ...progress }
      live.add(snapshot)
      events.publish({ type: 'live', snapshot })
    },
    end: () => live.forget(runId),
  }
}

function newsOf(detail: StepDetail) {
  if ('waitsFor' in detail) return detail
  if ('prepared' in detail) {
    const { prepared } = detail
    const waitsFor = message('runs.promptsPrepared', prepared)
    return { share: prepared.done / prepared.all, waitsFor }
  }
  return { share: detail.sent.sentBytes / detail.sent.totalBytes }
}

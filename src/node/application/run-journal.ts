// Where a run of the application is written, and how its windows follow it.
import type { RunJournal } from '#node/runs/run-execution.ts'
import type { Events } from './events.ts'
import type { LiveCourse } from './live-course.ts'
import type { RunRepository } from './run-repository.ts'

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
      const { name, tags } = runRepository.run(runId)
      return runRepository.saveRun({ ...run, name, tags })
    },
    show: (run) => events.publish({ type: 'run', run }),
    step(step, sent) {
      live.begin(runId, step)
      const share = sent === undefined ? {} : { share: sent.sentBytes / sent.totalBytes }
      events.publish({ type: 'step', runId, step, ...share })
    },
    progress(progress) {
      const snapshot = { runId, ...progress }
      live.add(snapshot)
      events.publish({ type: 'live', snapshot })
    },
    end: () => live.forget(runId),
  }
}

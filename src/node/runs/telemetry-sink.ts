// Where the samples of a run go: into the database, each as it comes.
import type { Database } from '#node/storage/database.ts'
import { saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'
import type { TelemetrySink } from '#node/telemetry/run-telemetry.ts'

type SinkTools = Readonly<{
  database: Database
  /** Writes, and knows what to do where that fails. */
  store(write: () => void): void
}>

export function telemetrySink(runId: string, { database, store }: SinkTools): TelemetrySink {
  return {
    openSource(source) {
      let append: ReturnType<typeof telemetryAppender> = () => undefined
      store(() => (append = telemetryAppender(database, runId, source)))
      return (sample) => store(() => append(sample))
    },
    onProblem: (problem) => store(() => saveTelemetryProblem(database, runId, problem)),
  }
}

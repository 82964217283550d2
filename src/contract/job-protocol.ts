// Messages between the application and a process that runs one job for it: work that takes too long between two calls.
import type { AppErrorWire } from './app-error.ts'
import type { Distribution, ExportedFile, ExportFormat, Timeline } from './views.ts'
import type { ImportProblem } from './import-report.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ComputedPercentiles } from '#core/stats/computed-percentiles.ts'
import type { PromptSample } from '#core/workload/prompt-sample.ts'
import type { Language } from '#core/messages/languages.ts'
import type { ReportFormat } from '#core/model/report-format.ts'
import type { ReportOrder } from './host-api.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'

/** Each job, with its input and its result. */
export type Jobs = {
  distributions: { input: Run; output: Distribution[] }
  percentiles: {
    input: Readonly<{ run: Run; percentiles: readonly number[] }>
    output: ComputedPercentiles
  }
  timeline: { input: Run; output: Timeline }
  /** Validated by the job itself. */
  ofFeature: { input: Readonly<{ job: string; input?: unknown }>; output: unknown }
  exportRun: { input: Readonly<{ run: Run; format: ExportFormat }>; output: ExportedFile }
  exportSweep: {
    input: Readonly<{ sweep: Sweep; format: 'json' | 'csv' }>
    output: ExportedFile
  }
  /** Writes to the file at `path`. */
  writeReport: {
    input: Readonly<{
      subject: Omit<ReportOrder, 'format' | 'language'>
      format: ReportFormat
      language: Language
      version: string
      path: string
    }>
    output: Readonly<{ fileName: string; mediaType: string }>
  }
  samplePrompts: {
    input: Readonly<{
      config: BenchmarkConfig
      baseUrl: string
      apiKey: string | null
      /** Downloaded from the server's host; null if the host has none. */
      tokenizerFile: string | null
      /** Position of a request to include. */
      wanted?: number | undefined
    }>
    output: PromptSample
  }
  importFile: {
    input: Readonly<{ path: string; fileName: string }>
    output: Readonly<{
      imported: Run[]
      known: Run[]
      sweeps: Sweep[]
      problems: ImportProblem[]
    }>
  }
}

export type JobName = keyof Jobs

export type JobOrder<Name extends JobName = JobName> = {
  readonly [Each in Name]: Readonly<{ name: Each; input: Jobs[Each]['input'] }>
}[Name]

export type ToJob<Name extends JobName = JobName> = Readonly<{
  databasePath: string
  order: JobOrder<Name>
}>

export type FromJob<Name extends JobName = JobName> =
  | { readonly type: 'done'; readonly output: Jobs[Name]['output'] }
  | { readonly type: 'failed'; readonly error: AppErrorWire }

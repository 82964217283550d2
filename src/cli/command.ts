// Interface of a command: arguments, a terminal and an abort signal; returns an exit code.
import type { CommandShape } from '#core/command-line/complete.ts'
import type { Text } from '#core/messages/message.ts'
import type { Language } from '#core/messages/languages.ts'
import type { LoadProgress } from '#contract/load-protocol.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ReportContent } from '#node/report/collect-report.ts'
import type { Database } from '#node/storage/database.ts'
import type { WritePage } from '#web/script-access.ts'

export type Terminal = Readonly<{
  /** Prints results: one or more lines to standard output. */
  print(text: Text): void
  /** Writes a part of a file to standard output. Resolves when more can be written. */
  write(part: string | Uint8Array): Promise<void>
  /** Prints everything else: one or more lines to standard error. */
  note(text: Text): void
  /** Writes raw bytes to standard error, for a line redrawn in place. */
  draw(text: string): void
  language: Language
  /** Language of standard output: English if a program may read it, unless the user requested another. */
  outputLanguage: Language
  /** Whether standard error is a terminal on which a line can be redrawn in place. */
  isScreen: boolean
  /** Width of the terminal, or a default without one. */
  columns: number
  /** Aborts when the reader of standard output is gone; commands that only print then end. */
  outputClosed: AbortSignal
  /** Aborts at the first signal that requests termination; the second one ends the program immediately. */
  interrupted: AbortSignal
}>

/** Resolves with the exit code; expected failures are thrown as AppError. */
export type Command = ((args: readonly string[], terminal: Terminal) => Promise<number>) & {
  /** Arguments, for shell completion. */
  readonly shape?: CommandShape
}

type FolderReportJob = Readonly<{
  database: Database
  reported: ReportContent
  /** Version of Kneepoint. */
  version: string
  folder: string
}>

/** A report of several files. Resolves with the folder that contains them. */
export type FolderReport = (job: FolderReportJob, terminal: Terminal) => Promise<string>

/** Commands added by a feature. */
export type CommandFeature = Readonly<{
  /** By name without `kneepoint`; each is loaded on demand. */
  commands: Readonly<Record<string, () => Promise<Command>>>
  /** Formats of `kneepoint report`, written to the folder of --output. */
  reports?: Readonly<Record<string, () => Promise<FolderReport>>>
  /** Name of the preceding command in lists, without arguments. */
  after: string
  /** Entry of `kneepoint --help`: names and arguments. */
  usage: string
  summary: Readonly<Record<Language, string>>
}>

/** Observes runs while they are measured. */
export type RunObserver = Readonly<{
  runs: Readonly<{
    observe(run: Run, progress: LoadProgress): void
    end(run: Run): void
    remove(runId: string): void
  }>
  /** Pages of `kneepoint web`, by path. */
  pages: Readonly<Record<string, WritePage>>
  close(): Promise<void>
}>

/** Opens a feature's observer; `flags` are the values of the command. Null unless they request it. */
export type OpenObserver = (flags: object, terminal: Terminal) => Promise<RunObserver | null>

// The shape in which a feature reports trajectories; other runs report conversations.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { PythonEntry } from './python-json.ts'

export type TrajectoryReport = Readonly<{
  /** Lines in the printed report. */
  lines: readonly string[]
  /** Entries in result files. */
  entries: readonly PythonEntry[]
  /** Figures in the window; each has the text `trajectories.<name>`. */
  figures: readonly (readonly [
    name: string,
    form: 'count' | 'latency' | 'share' | 'speed',
    value: number | null,
  ])[]
}>

export type Conversations = NonNullable<RunSummary['conversations']>

/** Null for conversations of users. */
export type TrajectoryReporter = (conversations: Conversations) => TrajectoryReport | null

// Figures of agents, in place of those of conversations.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { PythonEntry } from './python-json.ts'

export type TrajectoryReport = Readonly<{
  /** Of the printed report. */
  lines: readonly string[]
  /** Of result files. */
  entries: readonly PythonEntry[]
  /** Of the window, whose text is `trajectories.<name>`. */
  figures: readonly (readonly [
    name: string,
    form: 'count' | 'latency' | 'share' | 'speed',
    value: number | null,
  ])[]
}>

export type Conversations = NonNullable<RunSummary['conversations']>

/** Null for conversations of users. */
export type TrajectoryReporter = (conversations: Conversations) => TrajectoryReport | null

// Language-independent content of a report on a sweep that chooses its settings; terminal, window, page and Markdown render it.
import type { Text } from '#core/messages/message.ts'
import type { LoggedValues, SweepLogKind } from '#core/model/sweep-log.ts'
import type { MeasuredTuning } from '#core/sweep/sweep-move.ts'
import type { Table } from '../documents/table.ts'

export type TuneStory = Readonly<{
  /** Without a full stop. */
  answer: Text
  notes: readonly Text[]
  /** Recommended next step. */
  advice: Text | null
  /** Effects of flags, then the settings; tables without rows are omitted. */
  tables: readonly Table[]
  failed: readonly Text[]
  spent: Text
  /** Command that serves with the recommended setting; null if there is none, or if its server is unknown. */
  command: string | null
  /** Equivalent file for `vllm serve --config`. */
  config: string | null
}>

/** Entries of the log about the choice of settings. */
export type TuningLogKind = Extract<
  SweepLogKind,
  | 'setting-chosen'
  | 'setting-left'
  | 'answers-compared'
  | 'answers-unknown'
  | 'refining'
  | 'confirming'
>

/** Reports of the feature that chooses the settings. */
export type TuningReports = Readonly<{
  /** Null for any other sweep. */
  story(tuning: MeasuredTuning): TuneStory | null
  /** Limits specific to such a sweep. */
  limits(plan: MeasuredTuning['sweep']['plan']): readonly string[]
  log: Readonly<Record<TuningLogKind, (values: LoggedValues) => Text>>
}>

import type { Text } from '#core/messages/message.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { Table } from './table.ts'

export type RunTable = Readonly<{ title: Text; about: Text; table: Table }>

/** Stages of a pipeline: on the page of a run, and at a point of a report by its number. */
export type StageTables = Readonly<{
  ofRun: (summary: RunSummary) => RunTable
  ofPoint: (summary: Pick<RunSummary, 'stages'>, point: number) => Table | null
}>

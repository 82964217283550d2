// Points of a report as a table for a spreadsheet: one line per run, with its position in its sweep, the settings of its
// configuration, its verdict and its limits. docs/reports.md names every column.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Judgement } from '#core/model/run/judgement.ts'
import type { Run } from '../model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { CsvColumn } from '../documents/csv.ts'
import { runsCsv } from '../report/csv/runs-csv.ts'
import { kneeColumns } from '../report/sweep-csv.ts'
import { kneesOfPoints, type PointKnee } from '#core/sweep/knees-of-points.ts'
import { limitText } from '../sweep/limit-text.ts'
import { limitOutcomes, type LimitState } from '../sweep/limits.ts'
import { chosenSetting, flagsOf } from '../sweep/configurations.ts'

type Row = Readonly<{
  run: Run
  config: Run['config']
  summary: NonNullable<Run['summary']>
  startedAtEpochMs: number | null
  imported: Run['imported']
  sweep: Sweep | null
  settings: ReadonlyMap<string, string>
  judgement: Judgement | null
  knee: PointKnee | undefined
}>

type Column = CsvColumn<Row>

/** Runs without a measurement have no line. */
export function pointsCsv(runs: readonly Run[], sweeps: readonly Sweep[]): string {
  const knees = new Map(sweeps.map((sweep) => [sweep.id, kneesOfPoints(sweep, runs)]))
  const rows = runs.flatMap((run) => rowOf(run, sweeps, knees))
  return runsCsv(rows, { before: placeColumns(rows), after: worthColumns(rows) })
}

function rowOf(
  run: Run,
  sweeps: readonly Sweep[],
  knees: ReadonlyMap<string, ReadonlyMap<number, PointKnee>>,
): Row[] {
  const { config, summary, startedAtEpochMs, imported } = run
  if (summary === null) return []
  const sweep = sweeps.find(({ id }) => id === run.sweepId) ?? null
  const point = sweep?.points.find(({ index }) => index === run.pointIndex)
  const settings =
    sweep === null || point === undefined
      ? new Map<string, string>()
      : flagsOf(chosenSetting(sweep.plan, point.settings))
  const judgement = judgeRun(run)
  const knee = knees.get(run.sweepId ?? '')?.get(run.pointIndex ?? -1)
  return [{ run, config, summary, startedAtEpochMs, imported, sweep, settings, judgement, knee }]
}

function placeColumns(rows: readonly Row[]): Column[] {
  const settings = [...new Set(rows.flatMap((row) => [...row.settings.keys()]))]
  return [
    { name: 'run_id', cell: ({ run }) => run.id },
    { name: 'run_name', cell: ({ run }) => run.name },
    { name: 'tags', cell: ({ run }) => run.tags.join(' ') },
    { name: 'notes', cell: ({ run }) => run.notes },
    { name: 'status', cell: ({ run }) => run.status },
    { name: 'simulated', cell: ({ run }) => String(run.facts?.simulated ?? false) },
    { name: 'server', cell: ({ run }) => run.serverName },
    { name: 'server_version', cell: ({ run }) => run.facts?.version ?? null },
    { name: 'sweep', cell: ({ sweep }) => sweep?.plan.name ?? null },
    { name: 'point', cell: ({ run }) => run.pointIndex },
    { name: 'repeat', cell: repeatOf },
    ...settings.map((name) => ({
      name: `setting_${name.replaceAll('-', '_')}`,
      cell: (row: Row) => row.settings.get(name) ?? null,
    })),
  ]
}

function repeatOf({ run, sweep }: Row): number | null {
  return sweep?.points.find(({ index }) => index === run.pointIndex)?.repeat ?? null
}

function worthColumns(rows: readonly Row[]): Column[] {
  const limits = new Set(rows.flatMap(({ sweep }) => sweep?.plan.limits.map(limitText) ?? []))
  return [
    { name: 'verdict', cell: ({ judgement }) => judgement?.grade ?? null },
    {
      name: 'reasons',
      cell: ({ judgement }) => judgement?.reasons.map(({ code }) => code).join(' ') ?? null,
    },
    { name: 'load_state', cell: ({ judgement }) => judgement?.loadState ?? null },
    ...kneeColumns<Row>(({ knee }) => knee),
    ...[...limits].map((text) => ({ name: `held: ${text}`, cell: (row: Row) => held(row, text) })),
    { name: 'steadiness', cell: ({ summary }) => summary.certainty?.steadiness?.state ?? null },
    {
      name: 'littles_law_ratio',
      cell: ({ summary }) => summary.certainty?.littlesLawRatio ?? null,
    },
    {
      name: 'worst_stall_s',
      cell: ({ summary }) => summary.certainty?.stalls.worstS ?? null,
    },
    {
      name: 'steady_start_s',
      cell: ({ summary }) => summary.steadyState?.window.startS ?? null,
    },
    { name: 'steady_end_s', cell: ({ summary }) => summary.steadyState?.window.endS ?? null },
  ]
}

const heldTexts: Readonly<Record<LimitState, string | null>> = {
  held: 'true',
  broken: 'false',
  undecided: 'undecided',
  unknown: null,
}

function held({ sweep, run: { config }, summary }: Row, text: string): string | null {
  const outcomes = limitOutcomes(sweep?.plan.limits ?? [], { config, summary })
  const outcome = outcomes.find(({ limit }) => limitText(limit) === text)
  return outcome === undefined ? null : heldTexts[outcome.state]
}

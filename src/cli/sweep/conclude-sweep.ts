// End of a sweep on a terminal: its table by cells, the findings of searches, and the exit code.
import { message, type Text } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { SearchEnding } from '#core/model/sweep-search.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { countedRuns } from '#core/judgement/judge-point.ts'
import { answerLines, sweepAnswers } from '#core/answers/sweep-answers.ts'
import { limitsState } from '#core/sweep/limits.ts'
import { sweepColumns, type SweepTextRow } from '#core/documents/sweep-rows.ts'
import { textTable } from '#core/documents/text-table.ts'
import { configurationKey, cellKey } from '#core/sweep/cells.ts'
import { grouped } from '#core/sweep/grouped.ts'
import { isUnsuccessful } from '#core/stats/genuine-failures.ts'
import type { Terminal } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { rowsOf } from './sweep-watch.ts'

export function concludeSweep(
  sweep: Sweep,
  runs: readonly Run[],
  { print, note, outputLanguage }: Pick<Terminal, 'print' | 'note' | 'outputLanguage'>,
): number {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const cells = cellRows(rowsOf(sweep.points, byId))
  if (cells.length > 0) print(`\n${textTable(sweepColumns(sweep), cells, outputLanguage)}\n`)
  answerLines(sweepAnswers(sweep, runs)).forEach((line) => print(line))
  failureLines(runs).forEach((line) => note(line))
  return exitCodeOf(sweep, { cells, runs })
}

/** Reasons why runs failed, each once. */
function failureLines(runs: readonly Run[]): Text[] {
  const failures = runs.flatMap(({ status, failure }) =>
    status === 'failed' ? (failure ?? []) : [],
  )
  const reasons = new Map(
    failures.map((failure) => [`${failure.message}\n${failure.remedy}`, failure]),
  )
  return [...reasons.values()].flatMap(({ message: text, remedy }) => [
    message('cli.problem', { text }),
    ...(remedy === null ? [] : [message('common.indented', { text: remedy })]),
  ])
}

/** Merges the repeats of a cell into one row. */
function cellRows(rows: readonly SweepTextRow[]): SweepTextRow[] {
  const cells = grouped(rows, ({ point }) => cellKey(point)).values()
  return [...cells].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(joined, first)],
  )
}

function joined(one: SweepTextRow, other: SweepTextRow): SweepTextRow {
  return {
    point: one.runs.length > 0 ? one.point : other.point,
    runs: [...one.runs, ...other.runs],
  }
}

type SweepResults = Readonly<{ cells: readonly SweepTextRow[]; runs: readonly Run[] }>

function exitCodeOf(sweep: Sweep, { cells, runs }: SweepResults): number {
  if (sweep.status !== 'completed' && sweep.status !== 'failed') return exitCodes.interrupted
  const isBroken = sweep.points.some(({ status }) => status === 'failed')
  if (isBroken || sweep.status === 'failed' || lacksSuccess(sweep, runs)) return exitCodes.broken
  return meetsLimits(sweep, cells) ? exitCodes.done : exitCodes.limitsBroken
}

/** A search may overload the server on its way; every listed load must have a success. */
function lacksSuccess({ points, plan }: Sweep, runs: readonly Run[]): boolean {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const unsuccessful = points
    .filter(({ status }) => status === 'completed')
    .map(({ runId }) => {
      const summary = byId.get(runId ?? '')?.summary ?? null
      return summary !== null && isUnsuccessful(summary)
    })
  const isLost = (one: boolean) => one
  if (plan.search === null) return unsuccessful.some(isLost)
  return unsuccessful.length > 0 && unsuccessful.every(isLost)
}

const unanswered: readonly SearchEnding[] = [
  'never-held',
  'not-together',
  'not-known',
  'not-usable',
]

/** True if a load in every configuration certainly meets all limits; a search decided that in its answer. */
function meetsLimits({ plan, answers }: Sweep, cells: readonly SweepTextRow[]): boolean {
  const lacksAnswer = answers.some(
    ({ answer }) => answer.kind !== 'setting' && unanswered.includes(answer.ending),
  )
  if (lacksAnswer) return false
  if (plan.limits.length === 0) return true
  const isFound = plan.search?.kind === 'capacity' && answers.length > 0
  const configurations = grouped(cells, ({ point }) => configurationKey(point)).values()
  return [...configurations].every((configuration) =>
    configuration.some(({ runs }) => {
      const state = limitsState(plan.limits, countedRuns(runs))
      return state === 'held' || (isFound && state === 'undecided')
    }),
  )
}

// Runs that a gate compares without measuring them: stored runs by name or id, files, or the newest runs of a benchmark.
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  hasSummary,
  mismatchesOf,
  refusalsOf,
  type Allowable,
} from '#features/gate/core/evidence.ts'
import type { GateFile } from '#features/gate/core/read-gate-file.ts'
import { listed, message, type Message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { MeasuredRun } from '#core/model/run/run.ts'
import { isAffected, loadDifferences } from '#core/compare/load-differences.ts'
import { importFile } from '#node/result-files/import-file.ts'
import type { Database } from '#node/storage/database.ts'
import { findRun, listRuns } from '#node/storage/runs.ts'
import { chosenSubject } from '#node/report/chosen-subject.ts'
import type { GateMetric } from '#features/gate/core/judge-gate.ts'
import { figureName } from '#core/compare/headline.ts'
import { signedPercent } from '#core/base/signed-percent.ts'
import { historyOf } from '#core/compare/level-shifts.ts'
import type { GateSample } from '#features/gate/core/loss.ts'
import { samplesOfSides } from '#features/gate/core/samples.ts'
import type { Language } from '#core/messages/languages.ts'
import { mean } from '#core/base/spread.ts'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { shortIdLength } from '#core/base/printable.ts'

type GateScope = Readonly<{ figures: GateFile['figures']; allowed: readonly Allowable[] }>

/** Oldest first. Imports files. Throws for an argument that matches nothing, and for a run without measurements. */
export async function runsNamed(
  words: readonly string[],
  database: Database,
): Promise<MeasuredRun[]> {
  const found: MeasuredRun[] = []
  for (const word of words) found.push(...(await runsCalled(word, database)))
  const unique = new Map(found.map((run) => [run.id, run]))
  return [...unique.values()].sort((a, b) => a.createdAtEpochMs - b.createdAtEpochMs)
}

async function runsCalled(word: string, database: Database): Promise<MeasuredRun[]> {
  const ids = existsSync(word) ? await imported(word, database) : stored(word, database)
  return ids.flatMap((id) => {
    const run = findRun(database, id)
    if (run === null) return []
    if (!hasSummary(run)) {
      throw new AppError('invalid-input', message('cli.notMeasured', { name: run.name }))
    }
    return [run]
  })
}

async function imported(file: string, database: Database): Promise<string[]> {
  const named = { path: file, name: path.basename(file) }
  const { imported: added, known, problems } = await importFile(database, named, Date.now())
  const [problem] = problems
  if (problem !== undefined) {
    throw new AppError('invalid-input', problem.message, {
      ...(problem.remedy !== null && { remedy: problem.remedy }),
    })
  }
  return [...added, ...known].map(({ id }) => id)
}

/** Includes the runs of a named sweep. */
function stored(word: string, database: Database): string[] {
  const { runIds, sweepIds } = chosenSubject(database, [word])
  const swept = sweepIds.flatMap((sweepId) => listRuns(database, { text: '', sweepId }))
  return [...runIds, ...swept.map(({ id }) => id)]
}

type Newest = Readonly<{
  count: number
  config: BenchmarkConfig
  /** Ids of candidate runs, which cannot be a baseline. */
  besides: readonly string[]
  database: Database
}>

/** Usable runs of the same load that are comparable with the newest of them; oldest first. */
export function newestRuns(
  { count, config, besides, database }: Newest,
  asked: GateScope,
): MeasuredRun[] {
  const alike = listRuns(database, { text: '', sweepId: null })
    .filter((run) => hasSummary(run))
    .filter(({ id, status }) => status === 'completed' && !besides.includes(id))
    .filter((run) => isSameLoad(run, config, asked))
  const usable = alike.filter((run) => refusalsOf(run, asked).length === 0)
  const [newest] = usable
  if (newest === undefined) throw noHistory()
  return usable
    .filter((run) => mismatchesOf(newest, run, asked).length === 0)
    .slice(0, count)
    .reverse()
}

function isSameLoad(run: MeasuredRun, config: BenchmarkConfig, { figures }: GateScope): boolean {
  const differences = loadDifferences(run, { ...run, config })
  return !differences.some((difference) => figures.some(({ name }) => isAffected(name, difference)))
}

function noHistory(): AppError {
  return appError('not-found', 'gate.noHistory')
}

type History = Readonly<{
  /** Samples by `figureKey`, without metrics whose runs are not a series. */
  samples: ReadonlyMap<string, readonly GateSample[]>
  notes: Message[]
}>

/**
 * Baseline from earlier runs: for each figure the runs at its current level, and notes on the history. Its unit is the job:
 * repeats within a job share a start of the server.
 */
export function historySamples(
  runs: readonly MeasuredRun[],
  figures: readonly GateMetric[],
  { isSeries, language }: Readonly<{ isSeries: boolean; language: Language }>,
): History {
  const sides = samplesOfSides({ baseline: runs, candidate: [], paired: false }, figures)
  const samples = new Map<string, readonly GateSample[]>()
  const notes: Message[] = []
  for (const figure of figures) {
    const values = sides.get(figureKey(figure))?.baseline ?? []
    const isComplete = values.length === runs.length && values.every(({ value }) => value > 0)
    if (!isSeries || !isComplete) continue
    const jobs = [...Map.groupBy([...values.keys()], (at) => `${values[at]?.job ?? at}`).values()]
    const typical = (job: readonly number[]) =>
      Math.exp(mean(job.map((at) => Math.log(values[at]?.value ?? NaN))))
    const history = historyOf(jobs.map(typical))
    samples.set(
      figureKey(figure),
      history.level.flatMap((job) => jobs[job] ?? []).flatMap((at) => values[at] ?? []),
    )
    const firsts = jobs.flatMap(([first = 0]) => runs[first] ?? [])
    notes.push(...notesOf(history, { name: figureName(figure, language), runs: firsts }))
  }
  return { samples, notes }
}

function notesOf(
  { shift, drift, outliers }: ReturnType<typeof historyOf>,
  { name: figure, runs }: Readonly<{ name: string; runs: readonly MeasuredRun[] }>,
): Message[] {
  const called = (at: number) => {
    const run = runs[at]
    return run === undefined ? '' : `${run.id.slice(0, shortIdLength)} (${run.name})`
  }
  return [
    ...(shift === null
      ? []
      : [
          message('gate.shift', {
            figure,
            change: signedPercent(shift.change),
            run: called(shift.at),
          }),
        ]),
    ...(drift === null
      ? []
      : [message('gate.drift', { figure, change: signedPercent(drift.change), runs: drift.runs })]),
    ...(outliers.length === 0
      ? []
      : [message('gate.outliers', { figure, runs: listed(outliers.map(called)) })]),
  ]
}

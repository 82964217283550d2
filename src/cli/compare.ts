// `kneepoint compare`: compares runs with the first of them, or a sweep's settings with one of them, load by load.
import type { MeasuredRun } from '#core/model/run/run.ts'
import { z } from 'zod'
import { switchFlag, textFlag } from '#core/flags/flag.ts'
import { inEnglish, message, type Message } from '#core/messages/message.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Sweep } from '#core/model/sweep.ts'
import {
  type ComparisonDocument,
  comparisonsCsv,
  comparisonsJson,
  comparisonText,
  configurationComparisons,
  configurationTitle,
  runComparisons,
} from '#core/documents/comparison-document.ts'
import { type Configuration, configurationsOf } from '#core/sweep/configurations.ts'
import { compareToConfiguration } from '#core/sweep/compare-to-configuration.ts'
import { parseShare } from '#core/sweep/limit-text.ts'
import { assumedStartSpread, largestStartSpread } from '#core/compare/starts.ts'
import { withStoredPercentiles } from '#node/runs/stored-runs.ts'
import { storedStartSpreads } from '#node/runs/stored-start-spreads.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { findRun, listRuns } from '#node/storage/runs.ts'
import { findSweep } from '#node/storage/sweeps.ts'
import { exitCodes } from './exit.ts'
import { chosenSubject, lastSubject } from '#node/report/chosen-subject.ts'
import { flagCommand } from './flag-command.ts'

export const compare = flagCommand({
  name: 'kneepoint compare',
  words: '[RUN RUN …|SWEEP]',
  about:
    'Compares runs with the first of them, or the settings of a sweep with one of them, load by load and repeats taken ' +
    'together: differences with 99 % intervals, and a verdict if both sides had the same load ' +
    'and are usable. Runs and sweeps are named by the beginning of their id or by their name.',
  flags: {
    last: switchFlag('Compare the settings of the newest sweep, or the two newest runs.'),
    base: textFlag(
      'SETTINGS',
      'Baseline settings of a sweep: the name that the tables show, or part of it, such as a value. Default: the first.',
    ),
    startSpread: {
      schema: z.preprocess(
        (text) => (typeof text === 'string' ? (parseShare(text) ?? text) : text),
        z.number().min(0).max(largestStartSpread).default(assumedStartSpread),
      ),
      metavar: 'SHARE',
      summary:
        'Standard deviation by which starts of a server are assumed to differ, if stored runs of the same ' +
        'configuration do not show it. With 0, two runs are compared without a verdict on their servers.',
    },
    csv: textFlag('FILE', 'Also write every figure to this file, as CSV.'),
    json: textFlag('FILE', 'Also write every figure and sentence to this file, as JSON.'),
  },
  async run({ base, csv, json, last, startSpread }, { print, outputLanguage }, words) {
    for (const file of [csv, json]) if (file !== null) requireWritableFile(file)
    const database = openDatabase(databasePath())
    try {
      const subject = chosen(database, { last, words })
      const documents =
        subject.kind === 'sweep'
          ? ofConfigurations(database, { ...subject, base })
          : ofRuns(database, subject, startSpread)
      for (const one of documents) print(`\n${comparisonText(one, outputLanguage)}`)
      if (csv !== null) await writeWholeFile(csv, comparisonsCsv(documents))
      if (json !== null) await writeWholeFile(json, comparisonsJson(documents))
    } finally {
      database.close()
    }
    return exitCodes.done
  },
})

type ComparedRuns = Readonly<{ base: MeasuredRun; others: readonly MeasuredRun[] }>

function ofRuns(
  database: Database,
  { base, others }: ComparedRuns,
  assumed: number,
): ComparisonDocument[] {
  const spreads = storedStartSpreads(database, base, others).map((shown) => ({ assumed, shown }))
  return runComparisons(base, others, spreads)
}

type Subject =
  Readonly<{ kind: 'sweep'; sweep: Sweep }> | (Readonly<{ kind: 'runs' }> & ComparedRuns)

type SubjectArguments = Readonly<{ last: boolean; words: readonly string[] }>

function chosen(database: Database, { last, words }: SubjectArguments): Subject {
  if (!last && words.length === 0) throw notComparable(message('cli.noSubject'))
  const { sweepIds, runIds } = last ? lastSubject(database) : chosenSubject(database, words)
  const [sweepId, ...otherSweeps] = sweepIds
  if (sweepId === undefined) return chosenRuns(database, last ? lastTwo(database) : runIds)
  if (otherSweeps.length > 0) throw notComparable(message('cli.manySweeps'))
  if (runIds.length > 0) throw notComparable(message('cli.sweepAndRun'))
  const sweep = findSweep(database, sweepId)
  if (sweep === null) throw notComparable(message('cli.sweepGone'))
  return { kind: 'sweep', sweep }
}

/** The two newest runs; the older one is the base. */
function lastTwo(database: Database): string[] {
  return listRuns(database, { text: '', sweepId: null, limit: 2 })
    .map(({ id }) => id)
    .reverse()
}

function chosenRuns(database: Database, ids: readonly string[]): Subject {
  const runs = ids.flatMap((id) => {
    const run = findRun(database, id)
    return run?.summary ? [{ ...run, summary: run.summary }] : []
  })
  const percentiles = [...new Set(runs.flatMap(({ config }) => config.metricPercentiles))]
  const [base, ...others] = runs.map((run) => withStoredPercentiles(database, run, percentiles))
  if (base === undefined || others.length === 0) {
    throw notComparable(message('cli.tooFewRuns'))
  }
  return { kind: 'runs', base, others }
}

function notComparable(problem: Message): AppError {
  return new AppError('invalid-input', problem, {
    remedy: message('cli.tooFewRuns.remedy'),
  })
}

function ofConfigurations(
  database: Database,
  { sweep, base: wanted }: Readonly<{ sweep: Sweep; base: string | null }>,
): ComparisonDocument[] {
  const configurations = configurationsOf(sweep.plan, sweep.servers.length)
  if (configurations.length < 2) {
    throw appError('invalid-input', 'cli.oneConfiguration')
  }
  const base = chosenConfiguration(configurations, { sweep, wanted })
  const stored = listRuns(database, { text: '', sweepId: sweep.id })
  const runs = new Map(stored.map((run) => [run.id, run]))
  const compared = compareToConfiguration({ points: sweep.points, runs }, base)
  return configurationComparisons({ sweep, base, compared })
}

function chosenConfiguration(
  configurations: readonly Configuration[],
  { sweep, wanted }: Readonly<{ sweep: Sweep; wanted: string | null }>,
): Configuration {
  const named = configurations.map((configuration) => ({
    configuration,
    name: inEnglish(configurationTitle(configuration, sweep)),
  }))
  const exact = named.filter(({ name }) => wanted === null || name === wanted)
  const [first, ...others] =
    exact.length > 0 ? exact : named.filter(({ name }) => hasArguments(name, wanted ?? ''))
  if (first !== undefined && (others.length === 0 || wanted === null)) return first.configuration
  const problem = first === undefined ? 'cli.baseUnknown' : 'cli.baseAmbiguous'
  throw new AppError('invalid-input', message(problem, { name: wanted }), {
    remedy: message('cli.thereAre', {
      names: named.map(({ name }) => `"${name}"`).join(', '),
    }),
  })
}

function hasArguments(name: string, wanted: string): boolean {
  const words = name.split(/[\s,·]+/)
  return wanted.split(/[\s,·]+/).every((word) => words.includes(word))
}

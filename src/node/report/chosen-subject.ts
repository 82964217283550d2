// Runs and sweeps selected by command-line arguments: by id, prefix of an id, or name.
import { appError } from '#core/model/app-error.ts'
import { printable, shortIdLength } from '#core/base/printable.ts'
import type { ReportSubject } from './collect-report.ts'
import type { Database } from '#node/storage/database.ts'
import { findRunsCalled, listRuns } from '#node/storage/runs.ts'
import { findSweepsCalled } from '#node/storage/sweeps.ts'

type SubjectMatch = Readonly<{ kind: 'sweep' | 'run'; id: string; name: string }>

export function chosenSubject(database: Database, words: readonly string[]): ReportSubject {
  const chosen = words.map((word) => onlyOne(word, called(database, word)))
  return { sweepIds: idsOf('sweep', chosen), runIds: idsOf('run', chosen) }
}

/** The newest run, or its whole sweep if it belongs to one. */
export function lastSubject(database: Database): ReportSubject {
  const [newest] = listRuns(database, { text: '', sweepId: null, limit: 1 })
  if (newest === undefined) {
    throw appError('not-found', 'cli.noRunKept')
  }
  const { id, sweepId } = newest
  return sweepId === null ? { sweepIds: [], runIds: [id] } : { sweepIds: [sweepId], runIds: [] }
}

function called(database: Database, word: string): SubjectMatch[] {
  return [
    ...findSweepsCalled(database, word).map(({ id, plan: { name } }) => ({
      ...({ kind: 'sweep', id, name } as const),
    })),
    ...findRunsCalled(database, word).map(({ id, name }) => ({
      ...({ kind: 'run', id, name } as const),
    })),
  ]
}

function onlyOne(word: string, [only, ...others]: readonly SubjectMatch[]): SubjectMatch {
  if (only === undefined) {
    throw appError('not-found', 'cli.noRunOrSweep', { name: word })
  }
  if (others.length === 0) return only
  const names = [only, ...others].map(
    ({ kind, id, name }) => `${kind} ${id.slice(0, shortIdLength)} (${printable(name)})`,
  )
  throw appError('invalid-input', 'cli.couldBe', { name: word, names: names.join(' or ') })
}

function idsOf(kind: SubjectMatch['kind'], chosen: readonly SubjectMatch[]): string[] {
  return [...new Set(chosen.filter((each) => each.kind === kind).map(({ id }) => id))]
}

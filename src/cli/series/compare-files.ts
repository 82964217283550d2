// `--compare A B`: two result files side by side as vLLM's Rust client prints them, and what our own comparison makes of
// the same two, with intervals.
import { readFile } from 'node:fs/promises'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { splitResults } from '#core/result-file/split-results.ts'
import { readResult } from '#core/result-file/read-result.ts'
import { printable } from '#core/report/printable.ts'
import { comparedFiguresText } from '#core/report/series/compared-figures-text.ts'
import { comparisonTable, type ComparedFile } from '#core/report/series/comparison-table.ts'
import { resultFigures } from '#core/report/series/result-figures.ts'
import { compareRuns } from '#core/stats/compare/compare-runs.ts'
import type { ComparableRun } from '#core/stats/compare/comparable-figures.ts'
import type { Terminal } from '../command.ts'

type LoadedFile = ComparedFile & Readonly<{ run: ComparableRun }>

export async function compareFiles(
  [baseFile = '', otherFile = '']: readonly string[],
  { print }: Pick<Terminal, 'print'>,
): Promise<void> {
  const [base, other] = [await loaded(baseFile), await loaded(otherFile)]
  print(comparisonTable(base, other))
  print(`\n${comparedFiguresText(compareRuns(base.run, other.run))}`)
}

/** Of several results in a file, the last. */
async function loaded(path: string): Promise<LoadedFile> {
  const text = await textOf(path)
  try {
    const written = [...splitResults(text)].findLast(({ format }) => format === 'vllm')
    if (written === undefined) throw new AppError('invalid-input', 'holds no result')
    const { config, summary } = readResult(written)
    return { path: printable(path), result: resultFigures(written.text), run: { config, summary } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid-input', `--compare: ${path} ${error.message}.`, {
      field: 'compare',
      remedy: error.remedy ?? 'Choose a file that vLLM or Kneepoint wrote, unchanged.',
      cause: error,
    })
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new AppError('not-found', `--compare: ${path} cannot be read: ${messageOf(cause)}.`, {
      field: 'compare',
      remedy: 'Give the paths of two result files, the base first.',
      cause,
    })
  }
}

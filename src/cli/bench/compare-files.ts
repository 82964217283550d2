// `--compare A B`: prints the conclusion of our own comparison in a sentence, the two result files side by side in the format of
// vLLM's Rust client, and our metrics with intervals and verdicts.
import { inEnglish, message, textOf as reasonOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { splitResults } from '#core/result-file/split-results.ts'
import type { ImportSource } from '#core/model/run/import-source.ts'
import { resultText } from '#core/result-file/result-text.ts'
import { toolDefinitions } from '#core/stats/tool-definitions.ts'
import { readResult } from '#core/result-file/read-result.ts'
import { printable } from '#core/base/printable.ts'
import { comparisonTable, type ComparedFile } from '#core/report/series/comparison-table.ts'
import { resultFigures } from '#core/report/series/result-figures.ts'
import { comparedFiguresText } from '#core/documents/compared-figures.ts'
import { type ComparedRun, compareTwoRuns } from '#core/compare/compare-runs.ts'
import { headline } from '#core/compare/headline.ts'
import { readTextFile } from '#node/files/text-file.ts'
import type { Terminal } from '../command.ts'

type LoadedFile = ComparedFile & Readonly<{ run: ComparedRun; tool: ImportSource['tool'] }>

export async function compareFiles(
  [baseFile = '', otherFile = '']: readonly string[],
  { print }: Pick<Terminal, 'print'>,
): Promise<void> {
  const [base, other] = [await loaded(baseFile), await loaded(otherFile)]
  const comparison = compareTwoRuns(base.run, other.run)
  print(`B against A: ${headline(comparison, 'en')}\n`)
  print(comparisonTable(base, other))
  print(`\n${comparedFiguresText(comparison)}`)
  for (const tool of new Set([base, other].flatMap((file) => file.tool?.name ?? []))) {
    for (const definition of toolDefinitions(tool).definitions)
      print(`${tool}: ${inEnglish(definition)}`)
  }
}

/** Loads the last of several results in a file. */
async function loaded(path: string): Promise<LoadedFile> {
  const text = await textOf(path)
  try {
    const written = [...splitResults(text)].findLast(({ format }) => format === 'json')
    if (written === undefined) throw new AppError('invalid-input', message('cli.holdsNoResult'))
    const { config, summary, knownFields, tool } = readResult(written)
    const run = { config, summary, imported: { knownFields: [...knownFields], tool } }
    return { path: printable(path), result: resultFigures(resultText(written)), run, tool }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(
      'invalid-input',
      message('cli.compareRefused', { path, problem: error.content.message }),
      {
        field: 'compare',
        remedy: error.content.remedy ?? message('cli.compareRefused.remedy'),
        cause: error,
      },
    )
  }
}

async function textOf(path: string): Promise<string> {
  return await readTextFile(path, {
    unreadable: (cause) =>
      appError(
        'not-found',
        'cli.compareUnreadable',
        { path, why: reasonOf(cause) },
        { field: 'compare', cause },
      ),
  })
}

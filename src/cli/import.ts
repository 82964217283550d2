// `kneepoint import FILE…`: results of other clients, kept beside our own runs.
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '#core/model/app-error.ts'
import { printable } from '#core/report/printable.ts'
import { shortIdLength } from '#core/report/runs-table.ts'
import { importResults, type ImportReport } from '#node/result-files/import-results.ts'
import { readResultFile } from '#node/result-files/read-result-file.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase, type Database } from '#node/storage/database.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'

export const importFiles = flagCommand({
  name: 'kneepoint import',
  words: 'FILE…',
  about:
    'Reads result files of "vllm bench serve" and its predecessors, of any version: single results, appended ones, ' +
    'lists, and records for PyTorch. Each result becomes a run that is marked as imported.',
  schema: z.object({}),
  flags: [],
  async run(_, terminal, files) {
    const database = openDatabase(databasePath())
    let broken = 0
    for (const file of files) broken += await importFile(database, file, terminal)
    database.close()
    return broken === 0 ? exitCodes.done : exitCodes.badInput
  },
})

/** Resolves with how much of the file could not be imported; the other files are imported all the same. */
async function importFile(database: Database, file: string, terminal: Terminal): Promise<number> {
  try {
    const text = await readResultFile(file)
    const report = importResults(database, { name: path.basename(file), text }, Date.now())
    tell(report, file, terminal)
    return report.problems.length
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    terminal.note(`${printable(error.message)}\n  ${error.remedy ?? ''}`.trimEnd())
    return 1
  }
}

function tell({ imported, known, problems }: ImportReport, file: string, terminal: Terminal): void {
  for (const { id, name } of imported) terminal.print(`Imported ${called(id, name)}.`)
  for (const { id, name } of known) terminal.note(`Already there: ${called(id, name)}.`)
  for (const { line, message, remedy } of problems) {
    terminal.note(printable(`${file}, result at line ${line}: ${message}.`))
    if (remedy !== null) terminal.note(`  ${remedy}`)
  }
}

function called(id: string, name: string): string {
  return `${id.slice(0, shortIdLength)}, ${printable(name)}`
}

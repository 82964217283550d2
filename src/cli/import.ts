// `kneepoint import FILE…`: stores results of other clients and bundles of other installations beside our own runs.
import { mapTexts, message } from '#core/messages/message.ts'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '#core/model/app-error.ts'
import { printable, shortIdLength } from '#core/base/printable.ts'
import { filesBeside } from '#core/result-file/result-text.ts'
import { isFolder } from '#node/files/make-folder.ts'
import { importFile } from '#node/result-files/import-file.ts'
import type { ImportReport } from '#node/result-files/bundle-intake.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'

export const importFiles = flagCommand({
  name: 'kneepoint import',
  words: 'FILE…',
  about:
    'Reads result files of "vllm bench serve" and its predecessors, of any version: single results, appended ones, ' +
    'lists, and records for PyTorch; and those of AIPerf, GuideLLM, inference-perf and SGLang. Each result becomes a run marked as imported. A bundle, as written by "kneepoint ' +
    'report --format bundle", restores its sweeps and runs completely. Of a folder, as "vllm bench sweep" leaves it, all JSON files are read.',
  flags: {},
  async run(_, terminal, files) {
    const database = openDatabase(databasePath())
    let broken = 0
    for (const file of files.flatMap(filesAt)) broken += await importOne(database, file, terminal)
    database.close()
    return broken === 0 ? exitCodes.done : exitCodes.badInput
  },
})

/** `vllm bench sweep` writes `TIME/COMBINATION/run=0.json`, and with limits two folders more. */
const deepestFolder = 5

/** Results in a folder and its subfolders, without the copies for PyTorch. */
function filesAt(place: string): string[] {
  if (!isFolder(place)) return [place]
  const found = filesIn(place, deepestFolder)
  return found.length === 0 ? [place] : found
}

function filesIn(folder: string, depth: number): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const read = new Set(entries.flatMap(({ name }) => filesBeside[name] ?? []))
  return entries
    .filter(({ name }) => !read.has(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = path.join(folder, entry.name)
      if (entry.isDirectory()) return depth === 0 ? [] : filesIn(inside, depth - 1)
      return resultName.test(entry.name) ? [inside] : []
    })
}

const resultName = /(?<!\.pytorch)\.jsonl?(?:\.gz)?$/i

/** Resolves with the number of entries that could not be imported; the other files are imported anyway. */
async function importOne(database: Database, file: string, terminal: Terminal): Promise<number> {
  try {
    const named = { path: file, name: path.basename(file) }
    const report = await importFile(database, named, Date.now())
    tell(report, file, terminal)
    return report.problems.length
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message: problem, remedy } = error.content
    terminal.note(mapTexts(problem, (text) => printable(text)))
    if (remedy !== null) terminal.note(message('common.indented', { text: remedy }))
    return 1
  }
}

function tell(
  { imported, known, sweeps, problems }: ImportReport,
  file: string,
  terminal: Terminal,
): void {
  for (const { id, plan } of sweeps) {
    terminal.print(message('cli.sweepImported', { name: called(id, plan.name) }))
  }
  for (const { id, name } of imported) {
    terminal.print(message('cli.runImported', { name: called(id, name) }))
  }
  for (const { id, name } of known)
    terminal.note(message('cli.alreadyThere', { run: called(id, name) }))
  for (const { line, message: problem, remedy } of problems) {
    const found = message('cli.importProblem', { file, line, problem })
    terminal.note(mapTexts(found, (text) => printable(text)))
    if (remedy !== null) terminal.note(message('common.indented', { text: remedy }))
  }
}

function called(id: string, name: string): string {
  return `${id.slice(0, shortIdLength)}, ${printable(name)}`
}

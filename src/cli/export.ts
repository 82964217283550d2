// `kneepoint export RUN…`: stored runs as files, each in the requested format.
import path from 'node:path'
import { z } from 'zod'
import { exportFormats } from '#contract/views.ts'
import { runExport } from '#node/runs/exports.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { textFlagOf } from '#core/flags/flag.ts'
import { freeName } from './export/free-name.ts'
import { requireWritableFolder, writeWholeFile } from '#node/files/write-file.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { printable, shortIdLength } from '#core/base/printable.ts'
import { findRunsCalled } from '#node/storage/runs.ts'

export const exportRuns = flagCommand({
  name: 'kneepoint export',
  words: 'RUN…',
  about:
    'Writes each run to a file, named as by "vllm bench serve". A run is named by the beginning of ' +
    'its id, as listed by "kneepoint runs", or by its name.',
  flags: {
    format: {
      schema: z.enum(exportFormats).default('json-detailed'),
      kind: 'choice',
      choices: exportFormats,
      summary:
        "vLLM's result file, with or without every request; a table of requests; one of what the server and " +
        'its GPUs reported during the run; or benchmark_report 0.2 of llm-d.',
    },
    outputDir: textFlagOf('.', 'DIR', 'Folder for the files; created if missing.'),
  },
  async run({ format, outputDir }, { print }, words) {
    const database = openDatabase(databasePath())
    try {
      const runs = words.map((word) => chosenRun(database, word))
      requireWritableFolder(outputDir)
      for (const run of runs) {
        const { fileName, content } = runExport(database, run, format)
        const file = path.join(outputDir, freeName(outputDir, fileName))
        await writeWholeFile(file, content)
        print(file)
      }
    } finally {
      database.close()
    }
    return exitCodes.done
  },
})

// Finds the run for an argument: its id, a prefix of its id, or its name.
function chosenRun(database: Database, word: string): Run {
  const found = findRunsCalled(database, word)
  const [only, ...others] = found
  if (only === undefined) throw missing(word)
  if (others.length > 0) throw ambiguous(word, found)
  return only
}

function missing(word: string): AppError {
  return appError('not-found', 'cli.noRun', { name: word })
}

function ambiguous(word: string, runs: readonly Run[]): AppError {
  const names = runs.map(({ id, name }) => `${id.slice(0, shortIdLength)} (${printable(name)})`)
  return appError('invalid-input', 'cli.couldBe', { name: word, names: names.join(' or ') })
}

// `kneepoint export RUN…`: stored runs as files, each in the requested format.
import path from 'node:path'
import { z } from 'zod'
import { exportFormats } from '#contract/views.ts'
import { runExport } from '#node/runs/exports.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { textFlagOf } from '#core/flags/value-schemas.ts'
import { chosenRun } from './export/chosen-run.ts'
import { freeName } from './export/free-name.ts'
import { requireWritableFolder, writeResult } from './bench/output-file.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'

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
        "vLLM's result file, with or without every request; a table of requests; or one of what the server and " +
        'its GPUs reported during the run.',
    },
    outputDir: textFlagOf('.', 'DIR', 'Folder for the files; created if missing.'),
  },
  async run({ format, outputDir }, { print }, words) {
    const database = openDatabase(databasePath())
    try {
      const runs = words.map((word) => chosenRun(database, word))
      await requireWritableFolder(outputDir)
      for (const run of runs) {
        const { fileName, content } = runExport(database, run, format)
        const file = path.join(outputDir, freeName(outputDir, fileName))
        await writeResult(file, content, false)
        print(file)
      }
    } finally {
      database.close()
    }
    return exitCodes.done
  },
})

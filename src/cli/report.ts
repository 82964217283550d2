// `kneepoint report`: writes a run, several runs or a sweep as one file to read, paste, compute with, or open elsewhere.
import { type OptionRecords, type OptionValues, switchFlag, textFlag } from '#core/flags/flag.ts'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { appError } from '#core/model/app-error.ts'
import { reportFormats } from '#core/model/report-format.ts'
import { reportedOf } from '#node/report/collect-report.ts'
import { formatOfFile, reportContent, reportFile } from '#node/report/write-report.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { readSigningKey } from '#node/result-files/signature.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { chosenSubject, lastSubject } from '#node/report/chosen-subject.ts'
import { freeName } from './export/free-name.ts'
import { folderReports } from './feature-commands.ts'
import { flagCommand } from './flag-command.ts'
import { ownVersion } from './own-files.ts'

const formats = [...reportFormats, ...folderReports.keys()]

const flags = {
  last: switchFlag('The newest run, with its whole sweep if it belongs to one.'),
  format: {
    schema: z.enum(formats).nullable().default(null),
    kind: 'choice',
    choices: formats,
    summary:
      'html: a page; md: Markdown; csv: a line per run; requests-csv: a line per request; series-csv: telemetry ' +
      'over time; json: vLLM’s results; bundle: everything, for another Kneepoint. Default: what the name of ' +
      'the output file ends in, else html.',
  },
  sign: textFlag(
    'KEY',
    'Sign a bundle with this private Ed25519 key (PEM). Default: the key of this Kneepoint, made on first use.',
  ),
  output: textFlag(
    'FILE',
    'Output file; in a folder, the file is named after the report; "-" is standard output. Default: this folder.',
  ),
} satisfies OptionRecords

type Options = OptionValues<typeof flags>

const standardOutput = '-'

export const report = flagCommand({
  name: 'kneepoint report',
  words: '[RUN|SWEEP …]',
  about:
    'Writes a report of runs and sweeps to one file: a page with charts that needs no network, a summary in ' +
    'Markdown, tables, results in vLLM’s schema, or a bundle that "kneepoint import" reads elsewhere. Each is named ' +
    'by the beginning of its id or by its name.',
  flags,
  async run(options, terminal, words) {
    const database = openDatabase(databasePath())
    try {
      const file = await written(database, options, { words, terminal })
      if (file !== null) terminal.print(file)
    } finally {
      database.close()
    }
    return exitCodes.done
  },
})

/** Resolves with the path of the written file; null for standard output. */
async function written(
  database: Database,
  { format: wanted, output, last, sign }: Options,
  { words, terminal }: Readonly<{ words: readonly string[]; terminal: Terminal }>,
): Promise<string | null> {
  const subject = last ? lastSubject(database) : chosenSubject(database, required(words))
  const maker = { version: ownVersion(), nowEpochMs: Date.now() }
  const isPrinted = output === standardOutput
  const folderReport = await folderReports.get(wanted ?? '')?.()
  if (folderReport !== undefined) {
    const reported = reportedOf(database, subject)
    const folder = isPrinted ? '.' : (output ?? '.')
    return folderReport({ database, reported, version: maker.version, folder }, terminal)
  }
  const format =
    reportFormats.find((each) => each === wanted) ?? formatOfFile(output ?? '') ?? 'html'
  const language = isPrinted ? terminal.outputLanguage : terminal.language
  const signingKey = sign === null ? undefined : readSigningKey(sign)
  const job = { database, reported: reportedOf(database, subject), maker, language, signingKey }
  if (isPrinted) {
    for await (const part of await reportContent(job, format)) {
      if (terminal.outputClosed.aborted) break
      await terminal.write(part)
    }
    return null
  }
  const file = targetOf(output ?? '.', reportFile(job, format).fileName)
  requireWritableFile(file)
  await writeWholeFile(file, await reportContent(job, format))
  return file
}

function required(words: readonly string[]): readonly string[] {
  if (words.length > 0) return words
  throw appError('invalid-input', 'cli.nothingToReport')
}

/** Uses a given name unchanged; a derived name never overwrites a file. */
function targetOf(output: string, name: string): string {
  const isFolder = output.endsWith('/') || (existsSync(output) && statSync(output).isDirectory())
  return isFolder ? path.join(output, freeName(output, name)) : output
}

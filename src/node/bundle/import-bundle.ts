// Reads a bundle into the database: sweeps as sweeps, runs as runs that are marked as imported, each under the id it was
// made with, so that nothing is imported twice, whatever the bundle.
import { bundleVersion } from '#core/bundle/bundle-line.ts'
import { parseBundleLine } from '#core/bundle/parse-bundle-line.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ImportReport } from './import-report.ts'
import type { Database } from '#node/storage/database.ts'
import { BundleIntake } from './bundle-intake.ts'
import { bundleTexts } from './read-bundle-text.ts'

export type BundleFile = Readonly<{
  path: string
  /** Without its folder. */
  name: string
}>

/** What stands before the place where a bundle breaks off is kept, as long as it is whole. */
export async function importBundle(
  database: Database,
  { path, name }: BundleFile,
  nowEpochMs: number,
): Promise<ImportReport> {
  const intake = new BundleIntake(database, { fileName: name, nowEpochMs })
  let at = 1
  try {
    for await (const { line, text } of bundleTexts(path)) {
      at = line
      const parsed = parseBundleLine(text)
      if (line === 1 && parsed?.kind !== 'kneepoint-bundle') throw noBundle()
      if (parsed !== null) intake.take(parsed)
    }
    intake.finish()
  } catch (error) {
    intake.giveUp()
    if (!(error instanceof AppError)) throw error
    intake.report.problems.push({ line: at, ...error.content })
  }
  return intake.report
}

function noBundle(): AppError {
  return new AppError('invalid-input', message('files.notABundle'), {
    remedy: message('files.notABundle.remedy', { version: bundleVersion }),
  })
}

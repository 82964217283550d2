// Reads the lines of a bundle from disk, one at a time in memory.
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { type BundleLine, bundleVersion, parseBundleLine } from '#core/result-file/bundle-line.ts'
import { readTextChunks } from '#node/files/text-file.ts'
import type { Database } from '#node/storage/database.ts'
import { BundleIntake, type ImportReport } from './bundle-intake.ts'

/** Prefix of every line of a bundle, but of no result. */
const plainStart = '{"kind":"'

/** Limits that detect a decompression bomb; both are far above the size of a long day's measurements. */
const longestLine = 64 * 1024 * 1024
const mostCharacters = 4 * 1024 * 1024 * 1024

type BundleText = Readonly<{ line: number; text: string }>

/** Whether a file is a bundle, compressed or unpacked by a browser. Results may be compressed as well. */
export async function isBundleFile(path: string): Promise<boolean> {
  let start = ''
  try {
    for await (const chunk of readTextChunks(path)) {
      start += chunk.toString('latin1')
      if (start.length >= plainStart.length) break
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return start.startsWith(plainStart)
}

/** Throws `invalid-input` if it is truncated or never ends. */
async function* bundleTexts(path: string): AsyncGenerator<BundleText> {
  let rest = ''
  let line = 1
  let characters = 0
  for await (const piece of pieces(path)) {
    characters += piece.length
    const [head = '', ...lines] = piece.split('\n')
    rest += head
    for (const next of lines) {
      yield { line, text: rest }
      rest = next
      line += 1
    }
    if (rest.length > longestLine || characters > mostCharacters) throw tooLarge()
  }
  if (rest !== '') yield { line, text: rest }
}

async function* pieces(path: string): AsyncGenerator<string> {
  const damaged = () =>
    new AppError('invalid-input', message('files.bundleDamaged'), {
      remedy: message('files.sendAgain'),
    })
  for await (const piece of readTextChunks(path, { refuse: damaged })) yield piece.toString()
}

function tooLarge(): AppError {
  return new AppError('invalid-input', message('files.bundleTooLarge'), {
    remedy: message('files.doNotTrust'),
  })
}

// Imports bundles into the database. Runs are marked as imported. Sweeps and runs keep their ids, so that nothing is imported
// twice, whatever the bundle.
export type BundleFile = Readonly<{
  path: string
  /** File name without its folder. */
  name: string
}>

/** `parsed` is null for a kind from a later version. */
export type BundleRead = BundleText & Readonly<{ parsed: BundleLine | null }>

/** Imports a bundle; keeps complete data before a truncation. `onLine` receives each line first, and may throw. */
export async function importBundle(
  database: Database,
  { path, name }: BundleFile,
  nowEpochMs: number,
  onLine: (line: BundleRead) => void = () => undefined,
): Promise<ImportReport> {
  const intake = new BundleIntake(database, { fileName: name, nowEpochMs })
  let at = 1
  try {
    for await (const { line, text } of bundleTexts(path)) {
      at = line
      const parsed = parseBundleLine(text)
      if (line === 1 && parsed?.kind !== 'kneepoint-bundle') throw noBundle()
      onLine({ line, text, parsed })
      if (parsed !== null) intake.take(parsed)
    }
    intake.finish()
  } catch (error) {
    intake.giveUp()
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error
    intake.report.problems.push({ line: at, ...error.content })
  }
  return intake.report
}

function noBundle(): AppError {
  return appError('invalid-input', 'files.notABundle', { version: bundleVersion })
}

// A file that a user imports, of any kind: results of a client, or a bundle from another Kneepoint.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { filesBeside } from '#core/result-file/result-text.ts'
import { type BundleFile, importBundle, isBundleFile } from '#node/result-files/read-bundle-text.ts'
import type { ImportReport } from '#node/result-files/bundle-intake.ts'
import type { Database } from '#node/storage/database.ts'
import { parse } from 'yaml'
import { importResults } from './import-results.ts'
import { readResultFile, requireImportableFile } from './read-result-file.ts'

/** Throws `not-found` for a file that cannot be read, and `invalid-input` for one that is too large. */
export async function importFile(
  database: Database,
  file: BundleFile,
  nowEpochMs: number,
): Promise<ImportReport> {
  await requireImportableFile(file.path)
  if (await isBundleFile(file.path)) return importBundle(database, file, nowEpochMs)
  const text = await withFilesBeside(file.path, asJson(await readResultFile(file.path)))
  return importResults(database, { name: file.name, text }, nowEpochMs)
}

/** The object of a result with the contents of its further files as members. */
async function withFilesBeside(file: string, text: string): Promise<string> {
  const members: string[] = []
  for (const name of filesBeside[path.basename(file)] ?? []) {
    const beside = path.join(path.dirname(file), name)
    if (existsSync(beside)) members.push(`${JSON.stringify(name)}: ${await readResultFile(beside)}`)
  }
  return text.replace(/\}\s*$/, (end) => ['', ...members].join(', ') + end)
}

/** First line of a YAML mapping; GuideLLM can write one. */
const yamlStart = /^(---[^\n]*\n)?[A-Za-z_][\w.-]*:(\s|$)/

/** Far larger than a report without the texts of its requests. */
const longestYaml = 32 * 2 ** 20

function asJson(text: string): string {
  if (text.length > longestYaml || !yamlStart.test(text)) return text
  try {
    return JSON.stringify(parse(text))
  } catch {
    return text
  }
}

// A gate's result as files, and in the summary of a GitHub job.
import { message } from '#core/messages/message.ts'
import type { GateResult } from '#features/gate/core/gate-result.ts'
import { gateBencher, gateJson, gateJunit } from '#features/gate/core/gate-files.ts'
import { gateMarkdown } from '#features/gate/core/gate-markdown.ts'
import { appendLine, requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import type { Terminal } from '#cli/command.ts'

type Files = Readonly<{
  markdown: string | null
  junit: string | null
  bencher: string | null
  json: string | null
}>

/** Before anything is measured. */
export function requireWritableFiles({ markdown, junit, bencher, json }: Files): void {
  for (const file of [markdown, junit, bencher, json]) {
    if (file !== null) requireWritableFile(file)
  }
}

export async function writeGateFiles(
  result: GateResult,
  { markdown, junit, bencher, json }: Files,
  { outputLanguage: language, note }: Pick<Terminal, 'outputLanguage' | 'note'>,
): Promise<void> {
  const files = [
    [markdown, () => gateMarkdown(result, language)],
    [junit, () => gateJunit(result)],
    [bencher, () => gateBencher(result)],
    [json, () => gateJson(result)],
  ] as const
  for (const [file, text] of files) {
    if (file === null) continue
    await writeWholeFile(file, text())
    note(message('cli.written', { file }))
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary !== '') await appendLine(summary, gateMarkdown(result, language))
}

// A gate as Markdown, for the summary of a job or a comment on a pull request.
import type { Language } from '#core/messages/languages.ts'
import { textIn, message, type Text } from '#core/messages/message.ts'
import type { GateResult, GateVerdict } from './gate-result.ts'
import { gateAdvice, gateLooksText, gateVerdictText, refusedText } from './gate-text.ts'
import { markdownTable, markdownText } from '#core/documents/markdown-table.ts'
import { tableOf } from '#core/documents/table.ts'
import { gateColumns } from './gate-table.ts'

const marks: Readonly<Record<GateVerdict, string>> = {
  pass: '✅',
  worse: '❌',
  undecided: '❔',
  'not-valid': '⚠️',
}

export function gateMarkdown(result: GateResult, language: Language): string {
  const words = (text: Text) => markdownText(textIn(language, text))
  const { name, candidate, baseline, verdict, rows } = result
  const advice = gateAdvice(result)
  return [
    `### ${marks[verdict]} ${words(gateVerdictText(result, language))}`,
    words(message('gate.against', { name, candidate, baseline })),
    markdownTable(tableOf('', gateColumns(language), rows), language),
    ...(advice === null ? [] : [words(advice)]),
    ...[...result.refused.map(refusedText), ...result.notes].map((text) => `- ${words(text)}`),
    words(gateLooksText(result)),
  ]
    .join('\n\n')
    .concat('\n')
}

// A gate as Markdown, for the summary of a job or a comment on a pull request.
import type { Language } from '#core/messages/languages.ts'
import { textIn, message, type Text } from '#core/messages/message.ts'
import type { GateResult, GateVerdict } from '#core/gate/gate-result.ts'
import { gateAdvice, gateLooksText, gateVerdictText, refusedText } from '#core/gate/gate-text.ts'
import { printableLines } from '#core/base/printable.ts'
import { gateCells } from './gate-table.ts'

const marks: Readonly<Record<GateVerdict, string>> = {
  pass: '✅',
  worse: '❌',
  undecided: '❔',
  'not-valid': '⚠️',
}

export function gateMarkdown(result: GateResult, language: Language): string {
  const words = (text: Text) => escaped(textIn(language, text))
  const { name, candidate, baseline, verdict, rows } = result
  const cells = gateCells(language)
  const advice = gateAdvice(result)
  const row = (texts: readonly string[]) => `| ${texts.map(escaped).join(' | ')} |`
  return [
    `### ${marks[verdict]} ${words(gateVerdictText(result, language))}`,
    words(message('gate.against', { name, candidate, baseline })),
    [
      row(cells.map(({ head }) => head)),
      `|${cells.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')}`,
      ...rows.map((each) => row(cells.map(({ cell }) => cell(each)))),
    ].join('\n'),
    ...(advice === null ? [] : [words(advice)]),
    ...[...result.refused.map(refusedText), ...result.notes].map((text) => `- ${words(text)}`),
    words(gateLooksText(result)),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Names are the user's: nothing in them is markup. */
function escaped(text: string): string {
  return printableLines(text)
    .replace(/[\\`*_[\]>|#]/g, (sign) => `\\${sign}`)
    .replaceAll('<', '&lt;')
    .replaceAll('\n', ' ')
}

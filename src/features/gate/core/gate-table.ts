// Gate output on a terminal: the compared runs, a table of metrics, the verdict and its remedy.
import { figureTraits } from '#core/metrics/figures.ts'
import { message, textIn, type Text } from '#core/messages/message.ts'
import type { Language } from '#core/messages/languages.ts'
import { figureName } from '#core/compare/headline.ts'
import type { GateResult, GateRow } from './gate-result.ts'
import {
  changeTexts,
  gateAdvice,
  gateLooksText,
  gateVerdictText,
  refusedText,
  toleranceText,
} from './gate-text.ts'
import { figureText } from '#core/documents/figure-text.ts'
import { type Column, textTable } from '#core/documents/table.ts'

/** Summary without the verdict, which is printed last. */
export function gateSummary(result: GateResult, language: Language): string {
  const words = (text: Text) => textIn(language, text)
  const { name, candidate, baseline } = result
  return [
    words(message('gate.against', { name, candidate, baseline })),
    textTable(gateColumns(language), result.rows, language),
    '',
    ...result.refused.map((run) => words(refusedText(run))),
    ...result.notes.map(words),
    words(gateLooksText(result)),
  ].join('\n')
}

export function gateConclusion(result: GateResult, language: Language): readonly Text[] {
  const advice = gateAdvice(result)
  const verdict = message('common.sentence', { text: gateVerdictText(result, language) })
  return advice === null ? [verdict] : [verdict, message('common.indented', { text: advice })]
}

/** Columns of the table, shared with the Markdown table. */
export function gateColumns(language: Language): readonly Column<GateRow>[] {
  return [
    {
      head: [message('tables.figure')],
      align: 'left',
      cell: ({ figure }) => withUnit(figure, language),
    },
    {
      head: [message('gate.side.baseline')],
      cell: ({ figure, baseline }) => shownValue(figure, baseline),
    },
    {
      head: [message('gate.side.candidate')],
      cell: ({ figure, candidate }) => shownValue(figure, candidate),
    },
    {
      head: [message('gate.head.change')],
      cell: ({ figure, loss }) => (loss ? changeTexts(figure, loss).change : dash),
    },
    { head: [message('gate.head.range')], cell: rangeText },
    { head: [message('gate.head.tolerance')], cell: ({ figure }) => toleranceText(figure) },
    {
      head: [message('tables.comparedVerdict')],
      align: 'left',
      cell: ({ state }) => message(`gate.state.${state}`),
    },
  ]
}

const dash = '–'

function withUnit(figure: GateRow['figure'], language: Language): string {
  return [figureName(figure, language), figureTraits[figure.name].unit].filter(Boolean).join(' ')
}

function shownValue({ name }: GateRow['figure'], value: number | null): string {
  if (value === null) return dash
  return figureTraits[name].family === 'share'
    ? `${(100 * value).toFixed(2)} %`
    : figureText(name, value)
}

function rangeText({ figure, loss }: GateRow): string {
  if (loss === null) return dash
  const { low, high } = changeTexts(figure, loss)
  return low === null || high === null ? dash : `${low} … ${high}`
}

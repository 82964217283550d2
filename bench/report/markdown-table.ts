// Rows as a table for a page.
import { judge, type Judgement, type Row } from './row.ts'
import { askedText, numberText, ratioText } from './row-text.ts'

const words: Readonly<Record<Judgement, string>> = {
  aim: 'aim',
  must: 'must',
  missed: '**missed**',
  unknown: '',
}

export function markdownTable(rows: readonly Row[]): string {
  const head = ['', 'kneepoint', 'limit client', 'ratio', 'vllm-rs', 'must', 'aim', 'reached']
  const ruler = head.map((_, i) => (i === 0 ? '---' : '--:'))
  return [head, ruler, ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cellsOf(row: Row): string[] {
  const { must, aim } = askedText(row)
  const withUnit = (text: string) =>
    row.unit === '' || text === '–' ? text : `${text} ${row.unit}`
  const text = (value: number | null) => withUnit(numberText(row, value))
  const numbers = [text(row.ours), text(row.limit), ratioText(row), text(row.peer ?? null)]
  return [row.figure, ...numbers, must, aim, words[judge(row)]]
}

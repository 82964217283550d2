// Rows as lines for a terminal, each printed as soon as it is known.
import { judge, type Judgement, type Row } from './row.ts'
import { askedText, numberText, ratioText } from './row-text.ts'

const figureWidth = 58
const cellWidth = 15

const words: Readonly<Record<Judgement, string>> = {
  aim: 'aim reached',
  must: 'ok',
  missed: 'MISSED',
  unknown: '',
}

export const headLine = line([
  '',
  'kneepoint',
  'limit client',
  'ratio',
  'vllm-rs',
  'must',
  'aim',
  '',
])

export function rowLine(row: Row): string {
  const { must, aim } = askedText(row)
  const figure = row.unit === '' ? row.figure : `${row.figure}, ${row.unit}`
  const text = (value: number | null) => numberText(row, value)
  const numbers = [text(row.ours), text(row.limit), ratioText(row), text(row.peer ?? null)]
  return line([figure, ...numbers, must, aim, words[judge(row)]])
}

function line([figure = '', ...cells]: readonly string[]): string {
  return figure.padEnd(figureWidth) + cells.map((cell) => cell.padStart(cellWidth)).join('')
}

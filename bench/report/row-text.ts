// The numbers of a row in words.
import { ratioOf, type Row } from './row.ts'

/** What a bound is a multiple of. */
const units = { figure: '', ratio: ' ×', peer: ' × vllm-rs' } as const

export function numberText({ digits }: Pick<Row, 'digits'>, value: number | null): string {
  if (value === null) return '–'
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Errors and delays stand for themselves: the limit client's are next to nothing. */
export function ratioText(row: Row): string {
  const ratio = ratioOf(row)
  return ratio === null || row.unit === 'ms' ? '' : ratio.toFixed(2)
}

/** `≤ 1.3 ×` is of the ratio to the limit client's, `≤ 1 × vllm-rs` to the Rust client's, `≤ 2` of the figure. */
export function askedText({ asked }: Pick<Row, 'asked'>): Readonly<{ must: string; aim: string }> {
  if (asked === null) return { must: '', aim: '' }
  const sign = asked.atLeast ? '≥' : '≤'
  const unit = units[asked.of]
  const text = (bound: number) => `${sign} ${bound.toLocaleString('en')}${unit}`
  return { must: text(asked.must), aim: text(asked.aim) }
}

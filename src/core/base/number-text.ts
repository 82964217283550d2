// Numbers that tables and spreadsheets contain as text.

const plain = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i
/** `1.234,5`, and `1234,5` with a decimal comma. */
const withComma = /^[-+]?\d{1,3}(\.\d{3})*,\d+(e[-+]?\d+)?$|^[-+]?\d*,\d+(e[-+]?\d+)?$/i
/** `1,234.5`, `1,234,567`. */
const withThousands = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/
const infinite = /^([-+]?)(inf|infinity)$/i

type NumberForm = Readonly<{
  /** Reads `1,234` as 1.234, not 1234, because the cells of its table are not separated by commas. */
  decimalComma?: boolean
}>

/** Number in the text; null for any other text, and if the comma is ambiguous. */
export function numberIn(text: string, { decimalComma = false }: NumberForm = {}): number | null {
  if (plain.test(text)) return Number(text)
  const written = text.trim().replace(/^\u2212/, '-')
  if (plain.test(written)) return Number(written)
  const sign = infinite.exec(written)?.[1]
  if (sign !== undefined) return sign === '-' ? -Infinity : Infinity
  if (decimalComma) {
    return withComma.test(written) ? Number(written.replaceAll('.', '').replace(',', '.')) : null
  }
  const isAmbiguous = /^[-+]?\d{1,3},\d{3}$/.test(written)
  if (isAmbiguous) return null
  if (withThousands.test(written)) return Number(written.replaceAll(',', ''))
  return withComma.test(written) ? Number(written.replaceAll('.', '').replace(',', '.')) : null
}

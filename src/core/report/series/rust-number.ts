// Numbers as vLLM's Rust client writes them in its tables.
import { pythonFixed2 } from '#core/base/python-number.ts'

/** Two decimals, none for a whole number. */
export function wholeOrFixed2(value: number): string {
  return Number.isInteger(value) ? String(value + 0) : pythonFixed2(value)
}

/** `20`, `0.5`, `inf`. */
export function rateLabel(rate: number | 'inf'): string {
  return String(rate)
}

/** Format in a list of floats: `20.0`, `0.5`, `inf`. */
export function listedRate(rate: number | 'inf'): string {
  return typeof rate === 'number' && Number.isInteger(rate) ? `${rate}.0` : String(rate)
}

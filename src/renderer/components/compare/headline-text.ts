import { unbroken } from '#core/base/numbers.ts'
import type { Comparison, Shift } from '#core/compare/comparison.ts'
import { headline } from '#core/compare/headline.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

/** A comparison in one sentence, in the window's language. */
export function headlineText<F extends Shift>(comparison: Comparison<F>): string {
  return unbroken(headline(comparison, currentLanguage()))
}

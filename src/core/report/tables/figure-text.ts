// Figures as tables in plain text show them: each with the same digits in every one.
import { figureTraits, type FigureName } from '../../model/figures/figure-traits.ts'

const dash = '–'

/** A dash for what was not measured, or not asked for. */
export function figureText(name: FigureName, value: number | null | undefined): string {
  if (value === null || value === undefined) return dash
  return value.toFixed(figureTraits[name].unit === 'req/s' ? 2 : 1)
}

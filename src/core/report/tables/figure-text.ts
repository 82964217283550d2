// Figures as tables in plain text show them: each with the same digits in every one.
import { metricsEn } from '../../messages/en/metrics.ts'
import type { ScalarWith } from '../../metrics/scalar-names.ts'
import { figureTraits, type FigureName } from '../../metrics/figures.ts'

/** Head of its column: what it is called, and its unit. */
export function scalarHead(name: ScalarWith<'column'>): readonly [string, string] {
  return [metricsEn[name].column, figureTraits[name].unit]
}

const dash = '–'

/** A dash for what was not measured, or not asked for. */
export function figureText(name: FigureName, value: number | null | undefined): string {
  if (value === null || value === undefined) return dash
  return value.toFixed(figureTraits[name].unit === 'req/s' ? 2 : 1)
}

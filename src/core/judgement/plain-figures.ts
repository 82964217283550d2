// Figures in sentences without a language: one format for every line of the console and of reports.
import { trueMinus } from '#core/report/true-minus.ts'

/** Three significant digits; whole digits are never rounded away. */
export function plainNumber(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return trueMinus(String(rounded))
}

export function plainShare(value: number): string {
  return `${plainNumber(value * 100)} %`
}

export function plainMs(value: number): string {
  return `${plainNumber(value)} ms`
}

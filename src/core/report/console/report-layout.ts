// Line layout of the report, including trailing spaces.
import { pythonFixed2 } from '#core/base/python-number.ts'

const reportWidth = 50
const labelWidth = 40
const valueWidth = 10

/** Centres like Python: an odd remainder goes to the right if the width is even. */
export function banner(title: string, fill: string, width = reportWidth): string {
  const left = Math.floor((width - title.length) / 2)
  return title.padStart(title.length + left, fill).padEnd(width, fill)
}

export function row(label: string, value: string): string {
  return `${label.padEnd(labelWidth)} ${value.padEnd(valueWidth)}`
}

export function count(label: string, value: number): string {
  return row(label, String(value))
}

export function amount(label: string, value: number): string {
  return row(label, pythonFixed2(value))
}

export const footer = '='.repeat(reportWidth)

// The figures that speak for a doubt, as a reader takes them in: "share 12.5 %, failed 25".
import { trueMinus } from '../report/true-minus.ts'

const units: readonly (readonly [ending: RegExp, write: (value: number) => string])[] = [
  [/Share$|^share$/, (value) => `${rounded(value * 100)} %`],
  [/Ms$/, (value) => `${rounded(value)} ms`],
  [/PerS$/, (value) => `${rounded(value)}/s`],
  [/S$/, (value) => `${rounded(value)} s`],
]

export function evidenceText(evidence: Readonly<Record<string, number>>): string {
  return Object.entries(evidence)
    .map(([name, value]) => `${spaced(name)} ${written(name, value)}`)
    .join(', ')
}

function written(name: string, value: number): string {
  const write = units.find(([ending]) => ending.test(name))?.[1] ?? rounded
  return write(value)
}

/** `answeredPerS` → `answered`; the unit stands behind the value. */
function spaced(name: string): string {
  const words = name.replace(/(Share|Ms|PerS|S)$/, '') || name
  return words.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function rounded(value: number): string {
  return trueMinus(String(Number(value.toPrecision(4))))
}

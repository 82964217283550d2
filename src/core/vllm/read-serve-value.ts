// Parses a flag's value from the arguments after it. A value that does not match the flag's kind remains text for the rules.
import { z } from 'zod'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { ServeFlag } from './flag-index.ts'
import { parsedJson } from '#core/base/parsed-json.ts'

const jsonObject = z.record(z.string(), z.json())

type Reader = (args: readonly string[], flag: ServeFlag) => ServeFlagValue

const firstWord: Reader = ([word = '']) => word

const readers: Readonly<Record<ServeFlag['kind'], Reader>> = {
  switch: ([word]) => word === undefined || !/^(false|0|no)$/i.test(word),
  integer: ([word = '']) => (/^-?\d+$/.test(word) ? safeInteger(word) : word),
  number: ([word = '']) => (word.trim() === '' || Number.isNaN(Number(word)) ? word : Number(word)),
  choice: firstWord,
  text: firstWord,
  /** Objects only: vLLM also accepts lists of names here as separate arguments. */
  json: ([word = '']) => jsonObject.safeParse(parsedJson(word)).data ?? word,
  list: (args, { separator }) =>
    separator === undefined ? [...args] : args.flatMap((word) => word.split(separator)),
}

export function readServeValue(args: readonly string[], flag: ServeFlag): ServeFlagValue {
  return readers[flag.kind](args, flag)
}

/** Digits that a number cannot represent exactly remain text. */
function safeInteger(word: string): number | string {
  const value = Number(word)
  return String(value) === word ? value : word
}

/** Undefined, which no JSON represents, if the argument is not JSON. */

// Whole numbers in vLLM's notation: 8192, 8k (thousands), 8K (1024s), 25.6k.
const decimalUnits: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, t: 1e12 }
const binaryUnits: Readonly<Record<string, number>> = {
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
}

/** Null if the text is not such a number; only lower-case units allow a decimal point. */
export function humanNumber(text: string): number | null {
  const [, digits = '', unit = ''] = /^(-?\d+(?:\.\d+)?)([a-zA-Z]?)$/.exec(text.trim()) ?? []
  const factor = unit === '' ? 1 : (decimalUnits[unit] ?? binaryUnits[unit])
  if (digits === '' || factor === undefined) return null
  if (digits.includes('.') && decimalUnits[unit] === undefined) return null
  return Math.trunc(Number(digits) * factor)
}

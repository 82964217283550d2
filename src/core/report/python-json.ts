// `json.dumps` with its defaults: one line, `, ` and `: `, ASCII only, floats that keep their `.0`.
import { pythonFloatText } from './python-number.ts'

/** A float where an integer would look the same; a bare `number` is always an integer. */
export type PythonFloat = Readonly<{ float: number }>

/** A `Float64Array` is a list of floats; a `Map` is a dict in its insertion order. */
export type PythonValue =
  | null
  | boolean
  | number
  | string
  | PythonFloat
  | Float64Array
  | readonly PythonValue[]
  | Map<string, PythonValue>

/** A member of a dict. */
export type PythonEntry = readonly [key: string, value: PythonValue]

export function float(value: number): PythonFloat {
  return { float: value }
}

export function pythonJson(value: PythonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return BigInt(value).toString()
  if (typeof value === 'string') return jsonString(value)
  if (value instanceof Float64Array) return `[${Array.from(value, jsonFloat).join(', ')}]`
  if (value instanceof Map) return jsonObject(value)
  if ('float' in value) return jsonFloat(value.float)
  return `[${value.map(pythonJson).join(', ')}]`
}

function jsonObject(map: Map<string, PythonValue>): string {
  const members = Array.from(map, ([key, value]) => `${jsonString(key)}: ${pythonJson(value)}`)
  return `{${members.join(', ')}}`
}

const unboundedNames: Readonly<Record<string, string>> = {
  inf: 'Infinity',
  '-inf': '-Infinity',
  nan: 'NaN',
}

function jsonFloat(value: number): string {
  const text = pythonFloatText(value)
  return unboundedNames[text] ?? text
}

function jsonString(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, escapeCodeUnit)
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

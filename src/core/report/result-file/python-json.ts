// `json.dumps` with its defaults: one line, `, ` and `: `, ASCII only, floats that keep their `.0`. A large value is written
// piece by piece, and its lists may be generated meanwhile.
import { AsciiBuffer, mostCharacters, mostNumbers } from '../ascii-buffer.ts'
import { pythonFloatText } from '#core/base/python-number.ts'

/** Float whose text could be an integer's; a bare `number` is always an integer. */
type PythonFloat = Readonly<{ float: number }>

/** A list of floats: durations in whole µs, written in seconds. */
type PythonSeconds = Readonly<{ secondsOfUs: Uint32Array }>

/** A `Float64Array` is a list of floats, any other iterable a list; a `Map` is a dict in its insertion order. */
export type PythonValue =
  | null
  | boolean
  | number
  | string
  | PythonFloat
  | PythonSeconds
  | Float64Array
  | Map<string, PythonValue>
  | Iterable<PythonValue>

/** A member of a dict. */
export type PythonEntry = readonly [key: string, value: PythonValue]

export function float(value: number): PythonFloat {
  return { float: value }
}

export function pythonJson(value: PythonValue): string {
  let text = ''
  for (const piece of pythonJsonPieces(value)) text += asciiText(piece)
  return text
}

/** Same text as ASCII in pieces of about 64 KiB; each is valid until the next one is created. */
export function* pythonJsonPieces(value: PythonValue): Generator<Uint8Array, void> {
  const out = new AsciiBuffer()
  yield* written(value, out)
  yield out.take()
}

/** Continues after each piece when the buffer was full. */
function* written(value: PythonValue, out: AsciiBuffer): Generator<Uint8Array, void> {
  if (typeof value === 'string') yield* writtenString(value, out)
  else if (value === null || typeof value !== 'object') writeScalar(value, out)
  else if ('float' in value) writeFloat(value.float, out)
  else if ('secondsOfUs' in value) yield* writtenSeconds(value.secondsOfUs, out)
  else if (value instanceof Map) yield* writtenDict(value, out)
  else yield* writtenList(value, out)
  if (out.isFull) yield out.take()
}

/** Number of characters or numbers far below the buffer's capacity after it was full. */
const few = 512

/** Writes an element that needs no generator, which would take longer than the rest. Returns false for others. */
function writeShort(value: PythonValue, out: AsciiBuffer): boolean {
  if (typeof value === 'string' && value.length <= few) writeString(value, out)
  else if (typeof value !== 'object' || value === null || !('secondsOfUs' in value)) return false
  else if (value.secondsOfUs.length <= few) writeSeconds(value.secondsOfUs, out)
  else return false
  return true
}

function writeString(text: string, out: AsciiBuffer): void {
  out.text('"')
  out.escaped(text, 0, text.length)
  out.text('"')
}

function writeSeconds(durationsUs: Uint32Array, out: AsciiBuffer): void {
  out.text('[')
  out.secondsList(durationsUs, 0, durationsUs.length)
  out.text(']')
}

function writeScalar(value: null | boolean | number, out: AsciiBuffer): void {
  if (typeof value !== 'number') out.text(String(value))
  else if (Number.isSafeInteger(value) && value >= 0) out.integer(value)
  else out.text(BigInt(value).toString())
}

const unboundedNames: Readonly<Record<string, string>> = {
  inf: 'Infinity',
  '-inf': '-Infinity',
  nan: 'NaN',
}

function writeFloat(value: number, out: AsciiBuffer): void {
  if (Number.isFinite(value)) out.float(value)
  else out.text(unboundedNames[pythonFloatText(value)] ?? '')
}

function* writtenString(text: string, out: AsciiBuffer): Generator<Uint8Array, void> {
  out.text('"')
  for (let from = 0; from < text.length; from += mostCharacters) {
    out.escaped(text, from, Math.min(text.length, from + mostCharacters))
    if (out.isFull) yield out.take()
  }
  out.text('"')
}

function* writtenSeconds(durationsUs: Uint32Array, out: AsciiBuffer): Generator<Uint8Array, void> {
  const { length } = durationsUs
  out.text('[')
  for (let from = 0; from < length; from += mostNumbers) {
    out.secondsList(durationsUs, from, Math.min(length, from + mostNumbers))
    if (out.isFull) yield out.take()
  }
  out.text(']')
}

function* writtenDict(
  map: Map<string, PythonValue>,
  out: AsciiBuffer,
): Generator<Uint8Array, void> {
  let separator = '{'
  for (const [key, value] of map) {
    out.text(separator)
    separator = ', '
    yield* writtenString(key, out)
    out.text(': ')
    yield* written(value, out)
  }
  out.text(map.size === 0 ? '{}' : '}')
}

function* writtenList(
  list: Float64Array | Iterable<PythonValue>,
  out: AsciiBuffer,
): Generator<Uint8Array, void> {
  const isOfFloats = list instanceof Float64Array
  let separator = ''
  out.text('[')
  for (const each of list) {
    out.text(separator)
    separator = ', '
    if (isOfFloats && typeof each === 'number') writeFloat(each, out)
    else if (typeof each === 'number') writeScalar(each, out)
    else if (!writeShort(each, out)) yield* written(each, out)
    if (out.isFull) yield out.take()
  }
  out.text(']')
}

/** Maximum arguments of one call; engines allow some tens of thousands. */
const mostUnits = 8192

function asciiText(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += mostUnits) {
    text += String.fromCharCode(...bytes.subarray(from, from + mostUnits))
  }
  return text
}

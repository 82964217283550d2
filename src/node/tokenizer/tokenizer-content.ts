// Settings of a tokenizer.json without its vocabulary, which is nearly the whole file and takes longer to parse than to load the
// tokenizer.
import type { Buffer } from 'node:buffer'

type Json = Readonly<{
  bytes: Buffer
  /** One character per byte: the structure is ASCII, and positions are the same. */
  text: string
  readList: ReadList | undefined
}>

/** Reads a list of a byte pair encoding at a position, and returns its end; null if it cannot. */
export type ReadList = (name: 'vocab' | 'merges', json: Buffer, from: number) => number | null

/** Throws for JSON that was cut, and requires a valid object otherwise. `model.vocab` is parsed on each use, `model.merges` is empty. */
export function tokenizerContent(
  bytes: Buffer,
  readList?: ReadList,
): Readonly<Record<string, unknown>> {
  const json = { bytes, text: bytes.toString('latin1'), readList }
  const content = emptyObject()
  readMembers(json, 0, (name, from) => {
    if (name !== 'model') return readValue(json, from, { name, of: content })
    const model = (content[name] = emptyObject())
    return readMembers(json, from, (each, at) => readOfModel(json, at, { name: each, of: model }))
  })
  return content
}

type Place = Readonly<{ name: string; of: Record<string, unknown> }>

function readOfModel(json: Json, from: number, { name, of }: Place): number {
  if (name !== 'merges' && name !== 'vocab') return readValue(json, from, { name, of })
  const read = of['type'] === 'BPE' ? json.readList?.(name, json.bytes, from) : null
  const to = read ?? endOfValue(json.text, from)
  const get = () => (name === 'merges' ? [] : valueIn(json, from, to))
  Object.defineProperty(of, name, { get, enumerable: true })
  return to
}

function readValue(json: Json, from: number, { name, of }: Place): number {
  const to = endOfValue(json.text, from)
  of[name] = valueIn(json, from, to)
  return to
}

function valueIn({ bytes }: Json, from: number, to: number): unknown {
  return JSON.parse(bytes.toString('utf8', from, to))
}

/** Without a prototype, so that any name is a plain key. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

/** Reads the object at or after `start`, once. `read` returns the end of its value; this returns the end of the object. */
function readMembers(
  json: Json,
  start: number,
  read: (name: string, from: number) => number,
): number {
  const { text } = json
  let at = text.indexOf('{', start) + 1
  for (;;) {
    const key = text.indexOf('"', at)
    const end = text.indexOf('}', at)
    if (key === -1 && end === -1) throw new Error('The JSON ends before its last object does.')
    if (key === -1 || (end !== -1 && end < key)) return end + 1
    const keyEnd = endOfString(text, key)
    at = read(String(valueIn(json, key, keyEnd)), text.indexOf(':', keyEnd) + 1)
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Position of the comma or bracket after a value. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at) - 1
    else if (character === openObject || character === openList) depth++
    else if (depth === 0 && (character === comma || isClosing(character))) return at
    else if (isClosing(character)) depth--
  }
  return text.length
}

function isClosing(character: number): boolean {
  return character === closeObject || character === closeList
}

/** Position after the closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, place: number): boolean {
  let before = place
  while (text.charCodeAt(before - 1) === backslash) before--
  return (place - before) % 2 === 1
}

// Parses JSON from a server or a user, without assuming its structure.
import { isCount } from '../base/bounds.ts'
import { parsedJson } from '../base/parsed-json.ts'

export type Json = Readonly<Record<string, unknown>>

/** Null for anything else. Accepts NaN and infinities, which Python's `json` writes and reads, as null. */
export function parseObject(text: string): Json | null {
  const value = parsedJson(text) ?? parsedJson(text.replaceAll(stringOrConstant, finiteOf))
  return isJson(value) ? value : null
}

const stringOrConstant = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

function finiteOf(part: string): string {
  return part.startsWith('"') ? part : 'null'
}

/**
 * First number in JSON that a double cannot represent exactly, as written; null if there is none. It would be sent as another
 * number.
 */
export function inexactNumberIn(json: string): string | null {
  const outsideStrings = json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  const numbers = outsideStrings.match(/-?\d{16,}(?![\d.eE])/g) ?? []
  return numbers.find((digits) => BigInt(Number(digits)) !== BigInt(digits)) ?? null
}

const doubleQuotes = /[“”„‟″]/g
const singleQuotes = /[‘’‚′]/g
const mendable =
  /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|\/\*.*?\*\/|,(?=\s*[}\]])|\b(True|False|None)\b|[A-Za-z_](?:[\w./-]*\w)?/gs
const jsonWords = ['true', 'false', 'null']

/**
 * The object that was meant by a text with typographic or single quotes, quotes that a shell removed, Python's constants, comments
 * or commas at the end; null if it is none.
 */
export function mendedObject(text: string): string | null {
  const plain = text.replaceAll(doubleQuotes, '"').replaceAll(singleQuotes, "'").trim()
  const mended = plain
    .replace(/^(['"])(\{.*\})\1$/s, '$2')
    .replaceAll(mendable, (part, quoted?: string, constant?: string) => {
      if (quoted !== undefined) return JSON.stringify(quoted.replaceAll(String.raw`\'`, "'"))
      if (constant !== undefined) return constant === 'None' ? 'null' : constant.toLowerCase()
      if (part.startsWith('"') || jsonWords.includes(part)) return part
      return /^[,/]/.test(part) ? '' : JSON.stringify(part)
    })
  return isJson(parsedJson(mended)) ? mended : null
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Objects of a list; empty if the value is not a list. */
export function objectsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Null if the value is not a plausible count, or its text. */
export function asCount(value: unknown): number | null {
  const isText = typeof value === 'string' && /^\d+(?:\.0*)?$/.test(value)
  const count = isText ? Number(value) : value
  return isCount(count) ? count : null
}

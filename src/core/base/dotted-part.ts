// Parses parts of a JSON value from separate flags: `--extra-body.sampling.seed 1`, `--extra-body.stop+ END`.
import { parsedJson } from './parsed-json.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** `path` is the rest of the flag's name: `sampling.seed`. A trailing `+` appends to a list; `a,b` appends both, as in vLLM. */
export function withDottedPart(whole: unknown, path: string, word: string): JsonObject {
  const json = jsonOrText(word)
  const value = path.endsWith('+') && json === word ? word.split(',').map(jsonOrText) : json
  return withPart(isObject(whole) ? whole : {}, path.split('.'), value)
}

function withPart(whole: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const [first = '', ...rest] = path
  if (rest.length > 0) {
    const part = whole[first]
    return { ...whole, [first]: withPart(isObject(part) ? part : {}, rest, value) }
  }
  if (!first.endsWith('+')) return { ...whole, [first]: value }
  const key = first.slice(0, -1)
  const before = whole[key]
  const list: unknown[] = Array.isArray(before) ? before : []
  return { ...whole, [key]: list.concat(value) }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text that is not valid JSON is a string, so it needs no nested quotes. */
function jsonOrText(word: string): unknown {
  const json = parsedJson(word)
  return json === undefined ? word : json
}

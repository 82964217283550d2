// Text of one imported result: its stored form, its identity, and its export.
import { z } from 'zod'
import { mapOutsideStrings, parsePythonJson } from './parse-python-json.ts'
import { mergedRecords, recordsSchema } from './pytorch-records.ts'
import { inner, type Span, valueSpans, type WrittenResult } from './split-results.ts'
import type { ForeignFiles } from './foreign-files.ts'
import * as features from './features.ts'

/** Result in vLLM's own format, unchanged if it already was in that format. */
export function resultText({ format, text }: WrittenResult): string {
  const value = parsePythonJson(text)
  if (format === 'json') {
    const file = fileSchema.parse(value)
    const inKeys = inVllmKeys(file)
    return inKeys === file ? text : JSON.stringify(inKeys)
  }
  const records = recordsSchema.parse(value)
  return JSON.stringify(Object.fromEntries(mergedRecords(records)))
}

/** Names of files that belong to a result of this name, by feature of another benchmark. */
export const filesBeside: ForeignFiles['beside'] = Object.fromEntries(
  Object.values<ForeignFiles>(features).flatMap(({ beside }) => Object.entries(beside)),
)

type File = Readonly<Record<string, unknown>>

/** Returns the same object unless another benchmark wrote it. Throws `invalid-input` for content that its tool would not write. */
export function inVllmKeys(file: File): File {
  for (const feature of Object.values<ForeignFiles>(features)) {
    const converted = feature.inVllmKeys(file)
    if (converted !== null) return converted
  }
  return file
}

const fileSchema = z.record(z.string(), z.unknown())

/** Equal for results that differ only in layout. */
export function contentOf(text: string): string {
  return mapOutsideStrings(text, (between) => between.replaceAll(/\s+/g, ''))
}

/** Text of an object without the members `names`; the other members are unchanged. */
export function withoutMembers(text: string, names: readonly string[]): string {
  const kept = membersOf(text).filter(({ key }) => !names.includes(key))
  return `{${kept.map(({ start, end }) => text.slice(start, end)).join(', ')}}`
}

function membersOf(text: string): readonly (Span & { key: string })[] {
  const spans = [...valueSpans(text, inner({ start: 0, end: text.length }))]
  return spans.flatMap((keySpan, index) => {
    const valueSpan = index % 2 === 0 ? spans[index + 1] : undefined
    if (valueSpan === undefined) return []
    const key = text.slice(keySpan.start + 1, keySpan.end - 1)
    return [{ key, start: keySpan.start, end: valueSpan.end }]
  })
}

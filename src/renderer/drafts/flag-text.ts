// Converts flag values to the text of a form and back; invalid text stays text, for the rules to reject.
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { readServeValue } from '#core/vllm/read-serve-value.ts'
import type { ServeFlag } from '#core/vllm/flag-index.ts'

export function flagText(value: ServeFlagValue, { separator }: ServeFlag): string {
  if (!Array.isArray(value))
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const words = value.map(String)
  return separator === undefined ? shellText(words) : words.join(separator)
}

export function readFlagText(text: string, flag: ServeFlag): ServeFlagValue {
  const isListOfWords = flag.kind === 'list' && flag.separator === undefined
  const words = isListOfWords ? text.split(/\s+/).filter((word) => word !== '') : [text]
  return readServeValue(words, flag)
}

/** vLLM's default in the notation of a user. */
export function defaultText({ default: value }: ServeFlag): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

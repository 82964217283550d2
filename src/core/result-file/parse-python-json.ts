// Parses JSON as Python writes it: its encoder writes bare `Infinity` and `NaN`, which are invalid JSON.
import { message, textOf } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'

/** `NaN` becomes null, because it represents a missing measurement. */
export function parsePythonJson(text: string): unknown {
  const bareWord = /\b(NaN|Infinity)\b/
  const strict = bareWord.test(text) ? mapOutsideStrings(text, withoutBareWords) : text
  try {
    return JSON.parse(strict)
  } catch (cause) {
    throw new AppError('invalid-input', message('files.notJson', { why: textOf(cause) }), {
      remedy: message('files.unchangedResult'),
      cause,
    })
  }
}

/** JSON has no literal for infinity, but numbers that overflow to it. */
function withoutBareWords(between: string): string {
  return between.replaceAll(/\bInfinity\b/g, '1e999').replaceAll(/\bNaN\b/g, 'null')
}

/** JSON text with `change` applied outside its strings. */
export function mapOutsideStrings(text: string, change: (between: string) => string): string {
  const parts: string[] = []
  let position = 0
  while (position < text.length) {
    const quote = text.indexOf('"', position)
    const end = quote < 0 ? text.length : quote
    parts.push(change(text.slice(position, end)))
    position = quote < 0 ? end : afterString(text, quote)
    parts.push(text.slice(end, position))
  }
  return parts.join('')
}

/** Position after the closing quote of the string that opens at `quote`; the end of the text if it is never closed. */
export function afterString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end + 1
  }
  return text.length
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, position: number): boolean {
  let before = position
  while (text[before - 1] === '\\') before--
  return (position - before) % 2 === 1
}

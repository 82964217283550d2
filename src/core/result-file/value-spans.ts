// Where the values of a JSON text lie, without parsing them: those of a file, a list, or the members of an object.
import { message } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { afterString } from './outside-strings.ts'

export type Span = Readonly<{ start: number; end: number }>

/** No result nests this deep; a file made to exhaust us does. */
const deepest = 64

/** Keys and values of an object come one after the other. */
export function* valueSpans(text: string, within?: Span): Generator<Span> {
  const { start, end } = within ?? { start: 0, end: text.length }
  let position = start
  while (position < end) {
    if (isSeparator(text.charCodeAt(position))) {
      position++
    } else {
      const after = afterValue(text, position, end)
      yield { start: position, end: after }
      position = after
    }
  }
}

/** What lies between the brackets around it. */
export function inner({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 }
}

function afterValue(text: string, start: number, end: number): number {
  if (text[start] === '"') return afterString(text, start)
  return isOpening(text.charCodeAt(start))
    ? afterBrackets(text, start, end)
    : afterWord(text, start, end)
}

function afterBrackets(text: string, start: number, end: number): number {
  let depth = 0
  let position = start
  while (position < end) {
    const code = text.charCodeAt(position)
    if (code === 0x22) {
      position = afterString(text, position)
      continue
    }
    position++
    if (isOpening(code) && ++depth > deepest) throw tooDeep(text, position)
    if (isClosing(code) && --depth === 0) return position
  }
  throw new AppError(
    'invalid-input',
    message('files.unclosedValue', { line: lineAt(text, start) }),
    {
      remedy: message('files.unclosedValue.remedy'),
    },
  )
}

function afterWord(text: string, start: number, end: number): number {
  let position = start
  while (position < end && !isBoundary(text.charCodeAt(position))) position++
  // A stray bracket is a value of its own, for anyone who parses it to refuse.
  return Math.max(position, start + 1)
}

/** From 1. */
function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1))
    line++
  return line
}

function tooDeep(text: string, position: number): AppError {
  return new AppError(
    'invalid-input',
    message('files.tooDeep', { line: lineAt(text, position), most: deepest }),
    { remedy: message('files.tooDeep.remedy') },
  )
}

/** Space, line ends, tab, comma, colon. */
function isSeparator(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x3a || code === 0xfeff
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d
}

function isBoundary(code: number): boolean {
  return isSeparator(code) || isOpening(code) || isClosing(code) || code === 0x22
}

// Splits a result file into results: one object, JSON lines, a list, or consecutive lists.
import { withoutColours } from '#core/base/printable.ts'
import { appError, type AppError } from '../model/app-error.ts'
import type { ForeignFiles } from './foreign-files.ts'
import * as features from './features.ts'
import { afterString, parsePythonJson } from './parse-python-json.ts'
import { isTable, resultsInTable, rowsOfFrame } from './result-tables.ts'

// Positions of values in a JSON text, found without parsing them: values of a file, a list, or the members of an object.
export type Span = Readonly<{ start: number; end: number }>

/** Maximum nesting: no result is this deep, but a malicious file could be. */
const deepest = 64

/** Keys and values of an object alternate. */
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

/** Span between the enclosing brackets. */
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
  throw appError('invalid-input', 'files.unclosedValue', { line: lineAt(text, start) })
}

function afterWord(text: string, start: number, end: number): number {
  let position = start
  while (position < end && !isBoundary(text.charCodeAt(position))) position++
  // A stray bracket is a separate value, which its parser rejects.
  return Math.max(position, start + 1)
}

/** Line number from 1. */
function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1))
    line++
  return line
}

function tooDeep(text: string, position: number): AppError {
  return appError('invalid-input', 'files.tooDeep', { line: lineAt(text, position), most: deepest })
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

/** One object of any tool, or records for PyTorch's benchmark database that together form one result. */
type ResultFormat = 'json' | 'pytorch'

export type WrittenResult = Readonly<{
  format: ResultFormat
  /** Text as in the file. */
  text: string
  /** First line, from 1. */
  line: number
}>

export function* splitResults(file: string): Generator<WrittenResult> {
  const text = withoutColours(file)
  if (!jsonStart.test(text) && reportHeading.test(text))
    throw appError('invalid-input', 'files.neitherJsonNorTable')
  if (isTable(text)) {
    for (const result of resultsInTable(text)) yield { format: 'json', ...result }
    return
  }
  if (printed.test(text)) throw appError('invalid-input', 'files.neitherJsonNorTable')
  const lineAt = lineCounter(text)
  for (const { format, start, end, within } of resultSpans(text)) {
    const own = text.slice(start, end)
    const line = lineAt(start)
    const rows = format === 'json' && within === undefined ? frameRows(own) : null
    if (rows === null) yield { format, text: within === undefined ? own : within(own), line }
    else for (const row of rows) yield { format, text: JSON.stringify(row), line }
  }
}

/** Heading of a report that vLLM prints on the terminal; a response in a result may also contain one. */
const reportHeading = /^=+ .*Benchmark Result =+\s*$/m
const jsonStart = /^[\s\ufeff]*[{[]/

/** Matches text that cannot be JSON by its first character, and a log line around JSON. */
const printed = /^[\s\ufeff]*(?!null|true|false)[^\s\ufeff{["\d-]|^[\s\ufeff]*[\d-][^\n{[]*\{/

/** Results of vLLM begin with a date or a name, so a file whose first value is an object or a list is a table. */
const frameStart = /^\{\s*"[^"]*"\s*:\s*[{[]/

function frameRows(text: string): readonly Readonly<Record<string, unknown>>[] | null {
  return frameStart.test(text.slice(0, longestFrameKey)) ? rowsOfFrame(parsePythonJson(text)) : null
}

const longestFrameKey = 1000

const reports = Object.values<ForeignFiles>(features).flatMap((feature) => feature.reports)

type ResultSpan = Span & {
  format: ResultFormat
  /** Adds the fields that all results of its report share. */
  within?: (result: string) => string
}

function* resultSpans(text: string): Generator<ResultSpan> {
  for (const span of valueSpans(text)) {
    if (isPyTorchList(text, span)) {
      yield { ...span, format: 'pytorch' }
    } else {
      const results = text[span.start] === '[' ? valueSpans(text, inner(span)) : [span]
      for (const result of results) yield* benchmarksOf(text, result)
    }
  }
}

/** Splits a report with several results, recognised by its first key, into reports with one each. */
function* benchmarksOf(text: string, span: Span): Generator<ResultSpan> {
  const first = firstKey(text, span)
  const forms = reports.filter(({ begins }) => begins.some((key) => key === first))
  const members = forms.length === 0 ? [] : [...valueSpans(text, inner(span))]
  const valueOf = (key: string) => {
    const at = members.findIndex((member, place) => place % 2 === 0 && textAt(text, member) === key)
    return at < 0 ? undefined : members[at + 1]
  }
  for (const { list, shared, skipped } of forms) {
    const [results, value] = [valueOf(list), valueOf(shared)]
    if (results === undefined || text[results.start] !== '[') continue
    const head = value === undefined ? '' : `${shared}: ${textAt(text, value)}, `
    const within = (result: string) => `{${head}${list}: [${result}]}`
    for (const result of valueSpans(text, inner(results))) {
      if (skipped?.test(textAt(text, result)) !== true) yield { ...result, format: 'json', within }
    }
    return
  }
  yield { ...span, format: 'json' }
}

function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end)
}

function firstKey(text: string, span: Span): string | null {
  if (text[span.start] !== '{') return null
  const [key] = valueSpans(text, inner(span))
  return key === undefined ? null : textAt(text, key)
}

/** Recognises the records by their first key. */
function isPyTorchList(text: string, list: Span): boolean {
  if (text[list.start] !== '[') return false
  const [first] = valueSpans(text, inner(list))
  return first !== undefined && firstKey(text, first) === '"benchmark"'
}

/** For ascending positions, so that each line is counted once. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let counted = 0
  return (position) => {
    for (
      let at = text.indexOf('\n', counted);
      at >= 0 && at < position;
      at = text.indexOf('\n', at + 1)
    ) {
      line++
      counted = at + 1
    }
    return line
  }
}

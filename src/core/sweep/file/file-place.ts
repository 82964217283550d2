// Reads a value at its place in a sweep file. Errors contain the place, the value and a remedy.
import type { z } from 'zod'
import { message, type Text } from '#core/messages/message.ts'
import { AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { closestWord } from '#core/base/closest-word.ts'

export type Section = Readonly<Record<string, unknown>>

type Problem = Readonly<{ place: Text; message: Text; remedy?: Text | null }>

/** Problem of a file by its place: `search.up-to`, `limits[0]`. */
export type FileProblem = Readonly<{ place: string; text: Text; remedy: Text | null }>

/** Returns the first problem of a file as an error; `problems` are all that were found. */
class FileError extends AppError {
  readonly problems: readonly FileProblem[]

  constructor(stated: Text, problems: readonly FileProblem[]) {
    const [first] = problems
    super('invalid-input', stated, {
      ...(first !== undefined && first.place !== '' && { field: first.place }),
      ...(first !== undefined && first.remedy !== null && { remedy: first.remedy }),
    })
    this.problems = problems
  }
}

export function problemAt({ place, message: problem, remedy = null }: Problem): AppError {
  const text = message('common.of', { name: place, text: problem })
  const problems = [{ place: typeof place === 'string' ? place : '', text: problem, remedy }]
  return new FileError(message('common.sentence', { text }), problems)
}

function problemsOf(error: AppError): readonly FileProblem[] {
  if (error instanceof FileError) return error.problems
  const { message: text, remedy } = error.content
  return [{ place: error.field ?? '', text, remedy }]
}

/** Returns the first error, with the problems of all. */
function allOf(errors: readonly AppError[]): FileError {
  return new FileError(errors[0]?.content.message ?? '', errors.flatMap(problemsOf))
}

/** Runs every reader; throws the first error, with the problems of all. */
export function readAll<Value>(readers: readonly (() => Value)[]): Value[] {
  const errors: AppError[] = []
  const values = readers.flatMap((read) => {
    try {
      return [read()]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push(error)
      return []
    }
  })
  if (errors.length === 0) return values
  throw allOf(errors)
}

/** Like `readAll`, for the fields of a section. */
export function readFields<Fields extends object>(
  readers: Readonly<{ [Field in keyof Fields]: () => Fields[Field] }>,
): Fields {
  const fields = Object.entries<() => unknown>(readers)
  return Object.fromEntries(
    readAll(
      fields.map(
        ([field, read]) =>
          () =>
            [field, read()] as const,
      ),
    ),
  ) as Fields
}

export type ParseResult<Value> =
  | Readonly<{ value: Value; problems: readonly [] }>
  | Readonly<{ value: null; problems: readonly FileProblem[] }>

/** The value that `read` returns, or the problems that it throws. */
export function readingOf<Value>(read: () => Value): ParseResult<Value> {
  try {
    return { value: read(), problems: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { value: null, problems: problemsOf(error) }
  }
}

/** Shows only the keys of objects, because a file may contain secrets and errors may be logged. */
export function shown(value: unknown): string {
  if (isSection(value)) return namesIn(value)
  if (typeof value === 'number') return String(value)
  const inside = (_name: string, each: unknown) => (isSection(each) ? namesIn(each) : each)
  return JSON.stringify(value, inside) ?? 'nothing'
}

function namesIn(section: Section): string {
  return `{ ${Object.keys(section).join(', ')} }`
}

export function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Requires an object without other keys. */
export function sectionAt(value: unknown, place: string, keys?: readonly string[]): Section {
  if (!isSection(value)) {
    const problem = message('files.mustBeLines', { value: shown(value) })
    throw problemAt({ place: place || message('files.theFile'), message: problem })
  }
  for (const key of Object.keys(value)) {
    if (keys !== undefined && !keys.includes(key)) throw unknownKey(joined(place, key), key, keys)
  }
  return value
}

export function unknownKey(place: string, key: string, known: readonly string[]): AppError {
  const closest = closestWord(key, known)
  if (closest !== null) {
    return problemAt({
      place,
      message: message('files.unknownKey'),
      remedy: message('files.didYouMean', { flag: closest }),
    })
  }
  const isShort = known.length <= mostNamed
  const names = known.slice(0, mostNamed).join(', ')
  return problemAt({
    place,
    message: message('files.unknownKey'),
    remedy: message(isShort ? 'files.keys' : 'files.keysAndOthers', { names }),
  })
}

/** Maximum number of names, because hundreds would not help. */
const mostNamed = 20

export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw problemAt({ place, message: message('files.mustBeList', { value: shown(value) }) })
}

/** `keyOf` returns the key in the file for a field of the schema. */
export function valueAt<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: string,
  keyOf: (field: string) => string = (field) => field,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: issueText })
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => {
    const keys = issue.path.map((key) => (typeof key === 'string' ? keyOf(key) : key))
    const at = keys.reduce<string>((path, key) => joined(path, key), place)
    return problemAt({ place: at, message: insteadOf(issue, value) })
  })
  throw allOf(errors)
}

/** Describes the invalid value. A missing value cannot be shown; of an object only the invalid part is. */
function insteadOf(issue: z.core.$ZodIssue, whole: unknown): Text {
  const found = issue.path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    whole,
  )
  const value = issue.code === 'invalid_key' ? issue.path.at(-1) : found
  const what = statedBy(issue)
  return value === undefined ? what : message('files.mustBeNot', { what, value: shown(value) })
}

export function joined(place: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${place}[${key}]`
  return place === '' ? String(key) : `${place}.${String(key)}`
}

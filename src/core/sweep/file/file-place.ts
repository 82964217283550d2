// Reads a value at its place in a sweep file. Errors contain the place, the value and a remedy.
import type { z } from 'zod'
import { message, type Text } from '#core/messages/message.ts'
import { AppError, statedBy, valueBy } from '#core/model/app-error.ts'
import { closestWord } from '#core/base/closest-word.ts'

export type Section = Readonly<Record<string, unknown>>

type Problem = Readonly<{ place: Text; problem: Text; remedy?: Text }>

export function problemAt({ place, problem, remedy }: Problem): AppError {
  return new AppError(
    'invalid-input',
    message('common.sentence', { text: message('common.of', { name: place, text: problem }) }),
    {
      ...(typeof place === 'string' && { field: place }),
      ...(remedy !== undefined && { remedy }),
    },
  )
}

/** Shows only the keys of objects, because a file may contain secrets and errors may be logged. */
export function shown(value: unknown): string {
  if (isSection(value)) return namesIn(value)
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
    throw problemAt({ place: place || message('files.theFile'), problem })
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
      problem: message('files.unknownKey'),
      remedy: message('files.didYouMean', { flag: closest }),
    })
  }
  const isShort = known.length <= mostNamed
  const names = known.slice(0, mostNamed).join(', ')
  return problemAt({
    place,
    problem: message('files.unknownKey'),
    remedy: message(isShort ? 'files.keys' : 'files.keysAndOthers', { names }),
  })
}

/** Limit, because hundreds of names would not help. */
const mostNamed = 20

export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw problemAt({ place, problem: message('files.mustBeList', { value: shown(value) }) })
}

export function valueAt<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: string,
): z.output<Schema> {
  return valueBy(schema, value, (issue) => {
    const at = issue?.path.reduce<string>((path, key) => joined(path, key), place) ?? place
    return problemAt({ place: at, problem: insteadOf(issue, value) })
  })
}

/** Describes the invalid value. A missing one has none to show; of an object only the invalid part is shown. */
function insteadOf(issue: z.core.$ZodIssue | undefined, whole: unknown): Text {
  const value = issue?.path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    whole,
  )
  const what = issue === undefined ? '' : statedBy(issue)
  return value === undefined ? what : message('files.mustBeNot', { what, value: shown(value) })
}

export function joined(place: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${place}[${key}]`
  return place === '' ? String(key) : `${place}.${String(key)}`
}

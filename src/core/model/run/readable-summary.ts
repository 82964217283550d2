// The parts of a summary that can be stored. Records are stored apart, so a figure that JSON cannot hold loses nothing else.
import { unmeasured } from './metric-stats.ts'
import { type RunSummary, runSummarySchema } from './run-summary.ts'

type Path = readonly PropertyKey[]

/** Tried in this order: unknown, absent, a latency without values. */
const replacements = [null, undefined, unmeasured]
const mostLost = 100

/** The summary with the names of what was left out. Null if a part is unreadable that every summary has. */
export function readableSummary(summary: RunSummary): RunSummary | null {
  let stored: unknown = JSON.parse(JSON.stringify(summary))
  const lostParts: string[] = []
  for (;;) {
    const { data, error } = runSummarySchema.safeParse(stored)
    if (data !== undefined) return lostParts.length === 0 ? data : { ...data, lostParts }
    const path = error.issues[0]?.path ?? []
    const places = path.map((_, length) => path.slice(0, path.length - length))
    const place = places.find((each) => replacementAt(stored, each) !== null)
    if (place === undefined || lostParts.length === mostLost) return null
    stored = replacementAt(stored, place)
    lostParts.push(place.join('.'))
  }
}

/** Null if the schema refuses each replacement. */
function replacementAt(stored: unknown, place: Path): unknown {
  const replaced = replacements.map((by) => withValue(stored, place, by))
  return replaced.find((each) => !isUnreadable(each, place)) ?? null
}

function isUnreadable(stored: unknown, place: Path): boolean {
  const { error } = runSummarySchema.safeParse(stored)
  return error?.issues.some(({ path }) => place.every((key, at) => path[at] === key)) ?? false
}

/** Removes an object from a list if `by` is undefined. */
function withValue(stored: unknown, [key = '', ...rest]: Path, by: unknown): unknown {
  if (Array.isArray(stored)) {
    const list = stored as readonly unknown[]
    const isRemoved = rest.length === 0 && by === undefined && typeof list[Number(key)] === 'object'
    if (isRemoved) return list.toSpliced(Number(key), 1)
    return list.with(Number(key), rest.length === 0 ? by : withValue(list[Number(key)], rest, by))
  }
  const held = stored as Readonly<Record<PropertyKey, unknown>>
  return { ...held, [key]: rest.length === 0 ? by : withValue(held[key], rest, by) }
}

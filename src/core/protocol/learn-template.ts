// Creates a template from a parsed event with a token or the usage. Tests each hole: fills it with another value, parses the
// event again, and checks that only that value has changed. Events that fail are always parsed.
import { EventTemplate, type HoleKind, type HolePath } from './event-template.ts'
import type { StreamEvent, StreamFormat } from './stream-event.ts'

/** A value in a payload: its path in the message, its range in the text, and test values to replace it. */
type Hole = Readonly<{
  kind: HoleKind
  path: HolePath
  start: number
  end: number
  trial: string | number
}>

const longestPayload = 4096

const valuePatterns: Readonly<Record<HoleKind, string>> = {
  text: String.raw`"((?:[^"\\]|\\.)+)"`,
  string: String.raw`"((?:[^"\\]|\\.)*)"`,
  number: String.raw`(\d+)`,
  promptTokens: String.raw`(\d+)`,
  completionTokens: String.raw`(\d+)`,
}

const trials: Readonly<Record<HoleKind, readonly (string | number)[]>> = {
  text: ['x', 'y'],
  string: ['x', 'y'],
  number: [7, 8],
  promptTokens: [5, 6],
  completionTokens: [3, 4],
}

/** Null if this kind of event does not repeat in the same shape. */
export function learnTemplate(
  payload: string,
  { event, form }: Readonly<{ event: StreamEvent; form: StreamFormat }>,
): EventTemplate | null {
  const { wholeText, serverTimes, usage, error } = event
  if (wholeText !== null || serverTimes !== null || error !== null) return null
  // Detailed counts also differ between responses.
  if (usage?.reasoningTokens !== undefined || usage?.cachedTokens !== undefined) return null
  if (payload.length > longestPayload) return null
  const lesson = { payload, event, form }
  return event.usage === null ? learnToken(lesson) : learnUsage({ ...lesson, usage: event.usage })
}

type Lesson = Readonly<{ payload: string; event: StreamEvent; form: StreamFormat }>

function learnToken({ payload, event, form }: Lesson): EventTemplate | null {
  const { output, finished, finishReason, model } = event
  const [text] = findHoles('text', { payload, form })
  if (output === null || text === undefined) return null
  const holes = inOrder(text, ...namesIn({ payload, form }))
  const tried = fill(payload, holes)
  const keeps = keptOf(form.readEvent(tried), text.trial)
  if (keeps !== 'output' && event.text !== '') return null
  if (keeps !== 'reasoning' && event.reasoningText !== '') return null
  if (!isSameButFor(holes, payload, tried)) return null
  return makeTemplate(payload, holes, { output, finished, finishReason, model, keeps })
}

function keptOf(
  event: StreamEvent | null,
  trial: Hole['trial'],
): EventTemplate['meaning']['keeps'] {
  if (event?.text === trial) return 'output'
  return event?.reasoningText === trial ? 'reasoning' : null
}

/** Usage alone, with both counts. */
function learnUsage(
  lesson: Lesson & Readonly<{ usage: NonNullable<StreamEvent['usage']> }>,
): EventTemplate | null {
  const { payload, event, form } = lesson
  const [prompt] = findHoles('promptTokens', lesson)
  const [completion] = findHoles('completionTokens', lesson)
  if (prompt === undefined || completion === undefined) return null
  if (event.chunk || event.output !== null || event.finished || event.text !== '') return null
  const holes = inOrder(prompt, completion, ...namesIn(lesson))
  const tried = fill(payload, holes)
  const usage = form.readEvent(tried)?.usage
  const isCounted =
    usage?.promptTokens === prompt.trial && usage.completionTokens === completion.trial
  if (!isCounted || !isSameButFor(holes, payload, tried)) return null
  return makeTemplate(payload, holes, {
    ...{ output: null, finished: false, finishReason: null, keeps: null },
    model: event.model,
  })
}

type Seen = Pick<Lesson, 'payload' | 'form'>

function namesIn(seen: Seen): Hole[] {
  return [...findHoles('string', seen), ...findHoles('number', seen)]
}

function findHoles(kind: HoleKind, { payload, form }: Seen): Hole[] {
  return (form.holes[kind] ?? []).flatMap((path) => findHole(payload, kind, path))
}

function inOrder(...holes: readonly Hole[]): Hole[] {
  return holes.toSorted((one, other) => one.start - other.start)
}

/** Returns a list of one or none, so that missing holes disappear. */
function findHole(payload: string, kind: HoleKind, path: HolePath): Hole[] {
  const found = new RegExp(`"${path.at(-1)}"\\s*:\\s*${valuePatterns[kind]}`, 'd').exec(payload)
  const range = found?.indices?.[1]
  if (range === undefined) return []
  const [start, end] = range
  const trial = trials[kind].find((each) => String(each) !== payload.slice(start, end)) ?? ''
  return [{ kind, path, start, end, trial }]
}

/** Fixed pieces before, between and after the holes. */
function piecesAround(payload: string, holes: readonly Hole[]): string[] {
  const starts = [...holes.map(({ start }) => start), payload.length]
  const ends = [0, ...holes.map(({ end }) => end)]
  return starts.map((start, i) => payload.slice(ends[i], start))
}

function fill(payload: string, holes: readonly Hole[]): string {
  return piecesAround(payload, holes)
    .map((piece, i) => piece + String(holes[i]?.trial ?? ''))
    .join('')
}

function isSameButFor(holes: readonly Hole[], payload: string, tried: string): boolean {
  try {
    const original: unknown = JSON.parse(payload)
    const expected = holes.reduce(
      (message, { path, trial }) => replaceAt(message, path, trial),
      original,
    )
    return JSON.stringify(JSON.parse(tried)) === JSON.stringify(expected)
  } catch {
    return false
  }
}

function replaceAt(value: unknown, path: HolePath, replacement: string | number): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) =>
      String(i) === key ? replaceAt(item, rest, replacement) : item,
    )
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [
      name,
      name === key ? replaceAt(item, rest, replacement) : item,
    ]),
  )
}

function makeTemplate(
  payload: string,
  holes: readonly Hole[],
  meaning: EventTemplate['meaning'],
): EventTemplate | null {
  const pieces = piecesAround(payload, holes).map(asciiBytes)
  if (!pieces.every((piece) => piece !== null)) return null
  const parts = holes.flatMap(({ kind }, i) => {
    const before = pieces[i]
    return before === undefined ? [] : [{ before, hole: kind }]
  })
  return new EventTemplate(parts, pieces.at(-1) ?? new Uint8Array(0), meaning)
}

/** Null for non-ASCII text, for example in a model's name; such streams are simply parsed. */
function asciiBytes(text: string): Uint8Array | null {
  const codes = Array.from(text, (character) => character.charCodeAt(0))
  return codes.every((code) => code < 128) ? Uint8Array.from(codes) : null
}

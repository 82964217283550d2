// Bodies of a plan as ranges of shared texts, so that many long bodies take little memory. Bytes are joined when they are sent.
// Texts may also be stored in a file.
import type { FilePart, FileRange } from '#core/workload/stored-text.ts'

export type PlannedText = Uint8Array | FilePart

/** Reads a range of a file into memory at position `at`. */
export type ReadFile = (range: FileRange, into: Uint8Array, at: number) => void

export type PlannedBodies = Readonly<{
  texts: readonly PlannedText[]
  /** Three numbers per part: its text, its start in that text, and its end. */
  parts: Uint32Array
  /** First part of each body, then the total number of parts. */
  firstParts: Uint32Array
}>

/** Wraps complete bodies. */
export function writtenBodies(texts: readonly Uint8Array[]): PlannedBodies {
  const parts = new Uint32Array(3 * texts.length)
  texts.forEach(({ length }, index) => parts.set([index, 0, length], 3 * index))
  return { texts, parts, firstParts: Uint32Array.from({ length: texts.length + 1 }, (_, i) => i) }
}

export function bodyCount({ firstParts }: PlannedBodies): number {
  return firstParts.length - 1
}

export function bodyLength({ parts, firstParts }: PlannedBodies, index: number): number {
  const end = firstParts[index + 1] ?? 0
  let length = 0
  for (let part = firstParts[index] ?? 0; part < end; part++) {
    length += (parts[3 * part + 2] ?? 0) - (parts[3 * part + 1] ?? 0)
  }
  return length
}

/** Writes a body into memory that is large enough. */
export function copyBody(
  bodies: PlannedBodies,
  index: number,
  into: Uint8Array,
  at: number,
  read: ReadFile = refuse,
): void {
  const { texts, parts, firstParts } = bodies
  const end = firstParts[index + 1] ?? 0
  let place = at
  for (let part = firstParts[index] ?? 0; part < end; part++) {
    const text = texts[parts[3 * part] ?? 0] ?? noBytes
    const from = parts[3 * part + 1] ?? 0
    const to = parts[3 * part + 2] ?? 0
    if (text instanceof Uint8Array) into.set(cut(text, from, to), place)
    else read({ of: text, from, to }, into, place)
    place += to - from
  }
}

/** Bytes of a body in memory; not copied if the body is one whole text. */
export function bodyAt(bodies: PlannedBodies, index: number): Uint8Array {
  const { texts, parts, firstParts } = bodies
  const first = firstParts[index] ?? 0
  const text = texts[parts[3 * first] ?? 0]
  if (firstParts[index + 1] === first + 1 && text instanceof Uint8Array) {
    return cut(text, parts[3 * first + 1] ?? 0, parts[3 * first + 2] ?? 0)
  }
  const body = new Uint8Array(bodyLength(bodies, index))
  copyBody(bodies, index, body, 0)
  return body
}

const noBytes = new Uint8Array()

function refuse({ of }: FileRange): never {
  throw new TypeError(`${of.path} must be read by the load generator.`)
}

function cut(text: Uint8Array, from: number, to: number): Uint8Array {
  return from === 0 && to === text.length ? text : text.subarray(from, to)
}

/** Selects bodies by index, in that order, and drops texts that none of them uses. */
export function onlyBodies(bodies: PlannedBodies, indices: Uint32Array): PlannedBodies {
  const { texts, parts, firstParts } = bodies
  const firsts = new Uint32Array(indices.length + 1)
  const kept: number[] = []
  indices.forEach((index, place) => {
    const end = 3 * (firstParts[index + 1] ?? 0)
    for (let i = 3 * (firstParts[index] ?? 0); i < end; i++) kept.push(parts[i] ?? 0)
    firsts[place + 1] = kept.length / 3
  })
  const places = new Map<number, number>()
  const ownParts = Uint32Array.from(kept, (value, i) =>
    i % 3 === 0 ? placeOf(places, value) : value,
  )
  const ownTexts = Array.from(places.keys(), (text) => texts[text] ?? noBytes)
  return { texts: ownTexts, parts: ownParts, firstParts: firsts }
}

/** Index of a text among the kept ones, in order of first use. */
function placeOf(places: Map<number, number>, text: number): number {
  const place = places.get(text) ?? places.size
  places.set(text, place)
  return place
}

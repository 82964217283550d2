// What MP4 files are made of: boxes with a length, a name of four letters, and content, often more boxes.
import { endToEnd } from '../model/end-to-end.ts'

export type Bytes = Uint8Array

export function box(name: string, ...content: readonly Bytes[]): Bytes {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return endToEnd([uint32(length), letters(name), ...content], Uint8Array)
}

/** A box that begins with a version, always 0 here, and flags. */
export function fullBox(name: string, flags: number, ...content: readonly Bytes[]): Bytes {
  return box(name, uint32(flags), ...content)
}

export function uint32(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [24, 16, 8, 0].map((shift) => value >>> shift)))
}

export function uint16(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [value >>> 8, value]))
}

export function letters(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

// What MP4 files are made of: boxes with a length, a name of four letters, and content, often more boxes.

export type Bytes = Uint8Array

export function box(name: string, ...content: readonly Bytes[]): Bytes {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return joined([uint32(length), letters(name), ...content])
}

/** A box that begins with a version, always 0 here, and flags. */
export function fullBox(name: string, flags: number, ...content: readonly Bytes[]): Bytes {
  return box(name, uint32(flags), ...content)
}

export function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
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

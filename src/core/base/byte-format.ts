// Detects a file's encoding from its first bytes: compressed, a text encoding, or binary.

/** The whole file is compressed; its contents are read. */
export type PackedFormat = 'gzip' | 'zstd'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Binary formats; the name is shown to the user. */
export type OtherFormat =
  | 'Git LFS'
  | 'ZIP or Excel'
  | 'bzip2'
  | 'xz'
  | 'Parquet'
  | 'Arrow'
  | 'SQLite'
  | 'UTF-32'
  | 'PDF'
  | 'old Excel'
  | 'tar'

export type ByteFormat =
  | Readonly<{ kind: 'packed'; format: PackedFormat }>
  | Readonly<{ kind: 'text'; encoding: TextEncoding; markBytes: number }>
  | Readonly<{ kind: 'other'; format: OtherFormat }>

/** Number of bytes, from the start of a file, that determine its format. */
export const signatureBytes = 262

const packed: readonly (readonly [PackedFormat, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

const others: readonly (readonly [OtherFormat, readonly number[]])[] = [
  ['ZIP or Excel', [0x50, 0x4b, 0x03, 0x04]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['Parquet', [0x50, 0x41, 0x52, 0x31]],
  // "ARROW1", "FEA1", and the first message of a stream, as the Hub's library caches and saves data sets.
  ['Arrow', [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
  ['Arrow', [0x46, 0x45, 0x41, 0x31]],
  ['Arrow', [0xff, 0xff, 0xff, 0xff]],
  ['SQLite', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['old Excel', [0xd0, 0xcf, 0x11, 0xe0]],
  // "version https:/"
  ['Git LFS', [...'version https:/'].map((letter) => letter.charCodeAt(0))],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32', [0x00, 0x00, 0xfe, 0xff]],
]

/** Follows the fields of its first header. */
const tarName = [...'ustar'].map((letter) => letter.charCodeAt(0))

const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

export function byteFormat(start: Uint8Array): ByteFormat {
  const holds = (bytes: readonly number[], at: number) =>
    bytes.every((byte, index) => start[at + index] === byte)
  const starts = ([, bytes]: readonly [unknown, readonly number[]]) => holds(bytes, 0)
  const pack = packed.find(starts)
  if (pack !== undefined) return { kind: 'packed', format: pack[0] }
  const other = others.find(starts)
  if (other !== undefined) return { kind: 'other', format: other[0] }
  if (holds(tarName, 257)) return { kind: 'other', format: 'tar' }
  const mark = marks.find(starts)
  if (mark !== undefined) return { kind: 'text', encoding: mark[0], markBytes: mark[1].length }
  return { kind: 'text', encoding: unmarkedEncoding(start), markBytes: 0 }
}

/** Our files begin with ASCII, so every second byte of UTF-16 is zero. */
function unmarkedEncoding([first, second, third, fourth]: Uint8Array): TextEncoding {
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  return 'utf-8'
}

/** Length of an incomplete UTF-8 character at the end of the bytes; 0 to 3. */
export function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return characterBytes(byte) > back ? back : 0
  }
  return 0
}

/** Length of a character by its first byte; 1 for bytes that cannot begin a character. */
export function characterBytes(first: number): number {
  if (first >= 0xf0 && first < 0xf8) return 4
  if (first >= 0xe0) return first < 0xf0 ? 3 : 1
  return first >= 0xc2 ? 2 : 1
}

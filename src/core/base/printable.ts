// Makes external text safe for terminals, text files and file names: it cannot move the cursor, change settings or exceed its
// width.

/** One line, for a cell of a table. */
export function printable(text: string, longest = Infinity): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1)}…`
}

/** Control characters except line ends and tabs, and invisible characters that reverse text direction. */
const steering = /(?!\r?\n|\t)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Any number of lines; control characters are escaped, such as \x1b. */
export function printableLines(text: string): string {
  return text.replaceAll(steering, writtenOut)
}

/** Variant for part of an output, in which a CR at the end may belong to a line end. */
export function terminalText(text: string): string {
  return text.endsWith('\r') ? `${printableLines(text.slice(0, -1))}\r` : printableLines(text)
}

/** A value as JSON for terminals and files. */
export function jsonText(value: unknown): string {
  return `${printableLines(JSON.stringify(value, null, 2))}\n`
}

/** `JSON.stringify` escapes characters below 0x20; `\u` is also a JSON escape, so the JSON stays valid. */
function writtenOut(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x20
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/** Number of characters shown of the id of a run or sweep. */
export const shortIdLength = 8

const longest = 120
const mostBytes = 200

/** Complete file name of letters, digits, dots and dashes, valid on every file system. */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, longest)
  return cutToBytes(plain.replace(/^[-.]+|[-.]+$/g, ''), mostBytes) || 'report'
}

/** Name of a run or sweep with a prefix of its id, since names are not unique. */
export function fileStemOf({ id, name }: Readonly<{ id: string; name: string }>): string {
  return `${fileNameOf(name)}-${id.slice(0, shortIdLength)}`
}

/** Part of a file name: `text` without characters that are special in a path or a terminal, in at most `most` bytes of UTF-8. */
export function namePart(text: string, most: number): string {
  const plain = text
    .trim()
    .replaceAll(/[/\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, '-')
  return cutToBytes(plain, most)
}

/** Never splits a character. */
function cutToBytes(text: string, most: number): string {
  let bytes = 0
  let cut = ''
  for (const character of text) {
    bytes += byteLength(character)
    if (bytes > most) break
    cut += character
  }
  return cut
}

/** Length in UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Text of a terminal without its colours. */
export function withoutColours(text: string): string {
  return text.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
}

// File names derived from names that the user or a server gave.

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

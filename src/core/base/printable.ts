// Foreign text on a terminal and in text files: nothing in it moves the cursor, changes a setting or takes more width
// than it is given.

/** One line, for a cell of a table. */
export function printable(text: string, longest = Infinity): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1)}…`
}

/** Control characters besides line ends and tabs, and the invisible ones that reverse the direction of text. */
const steering = /(?!\r?\n|\t)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Any number of lines; characters that steer a terminal are written out, such as \x1b. */
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

/** `JSON.stringify` escapes characters below 0x20 itself; `\u` is an escape in JSON, too, so JSON stays valid. */
function writtenOut(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x20
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

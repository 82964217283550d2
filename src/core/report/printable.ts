// Foreign text on a terminal: nothing in it moves the cursor, changes a setting or takes more width than it is given.

/** One line, for a cell of a table. */
export function printable(text: string, longest = Infinity): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1)}…`
}

/** Control characters besides line ends and tabs, and the invisible ones that reverse the direction of text. */
const steering =
  /(?!\r?\n|\r$|\t)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Any number of lines; characters that steer a terminal are written out, such as \x1b. */
export function terminalText(text: string): string {
  return text.replaceAll(steering, writtenOut)
}

function writtenOut(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

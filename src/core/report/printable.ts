// Words of others on a terminal: nothing in them moves the cursor, and none takes more room than it is given.

export function printable(text: string, longest = Infinity): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1)}…`
}

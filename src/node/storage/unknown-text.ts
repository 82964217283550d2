// Columns that hold text always: what an imported file does not tell is empty there.

export const unknown = ''

export function knownText(text: string): string | null {
  return text === unknown ? null : text
}

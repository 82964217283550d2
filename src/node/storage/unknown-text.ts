// Columns that always hold text: what an imported file lacks is empty there.

export const unknown = ''

export function knownText(text: string): string | null {
  return text === unknown ? null : text
}

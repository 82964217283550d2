// Width of text on a terminal in columns: two for Chinese characters and punctuation, one for all others.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]/gu

export function displayWidth(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0)
}

/** Exported for lines that break between wide characters. */
export function isWide(character: string): boolean {
  return character.search(wide) === 0
}

export function padded(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'right' ? space + text : text + space
}

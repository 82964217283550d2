/** Splits a text so that every second part is a flag, which a browser would otherwise break after its first hyphen. */
export function flagParts(text: string): readonly string[] {
  return text.split(/(--[\w-]+)/)
}

/** A text in parts, every second one a flag, which a browser would break after its first hyphen. */
export function flagParts(text: string): readonly string[] {
  return text.split(/(--[\w-]+)/)
}

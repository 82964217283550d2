// UTF-8 bytes of a text.

/** `text` must be well formed. */
export function utf8Bytes(text: string): readonly number[] {
  const parts = encodeURIComponent(text).match(/%[\dA-F]{2}|[^%]/g) ?? []
  return parts.map((part) =>
    part.startsWith('%') ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  )
}

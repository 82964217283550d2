// The image format of a file, from its first bytes.

const beginnings: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/bmp', /^BM/],
  ['image/tiff', /^(II\*\0|MM\0\*)/],
]

/** Null for types that models do not accept. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  return beginnings.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

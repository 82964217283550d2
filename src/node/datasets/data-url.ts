// Bytes as an address that holds them.

export function dataUrl(bytes: Uint8Array, mediaType: string): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return `data:${mediaType};base64,${base64}`
}

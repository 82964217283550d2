// Size of a base64 image, read from its header: PNG, JPEG, GIF and WebP, as servers generate them.
import { base64Bytes } from '#core/base/base64-bytes.ts'

type ImageSize = Readonly<{ width: number; height: number }>

/** Longest side in pixels, the limit of JPEG. */
const longestSide = 0xffff

/** Base64 characters decoded from the start of an image. JPEG stores its size after its metadata. */
const [headLetters, jpegLetters] = [64, 64 * 1024]
/** First characters of a base64 JPEG. */
const jpegStart = '/9j'

/** Null for any other content. */
export function imageSizeOf(encoded: string): ImageSize | null {
  const letters = encoded.startsWith(jpegStart) ? jpegLetters : headLetters
  const bytes = base64Bytes(encoded.slice(0, letters))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const size = pngSize(view) ?? jpegSize(view) ?? gifSize(view) ?? webpSize(view)
    return size === null || Math.max(size.width, size.height) > longestSide ? null : size
  } catch {
    // The decoded part ends before the size.
    return null
  }
}

function startsWith(view: DataView, text: string, at = 0): boolean {
  return Array.from(text).every((letter, i) => view.getUint8(at + i) === letter.charCodeAt(0))
}

function pngSize(view: DataView): ImageSize | null {
  if (!startsWith(view, '\x89PNG\r\n\x1a\n')) return null
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Size from the header of the first frame. */
function jpegSize(view: DataView): ImageSize | null {
  if (!startsWith(view, '\xff\xd8')) return null
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
  }
}

function gifSize(view: DataView): ImageSize | null {
  if (!startsWith(view, 'GIF8')) return null
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpSize(view: DataView): ImageSize | null {
  if (!startsWith(view, 'RIFF') || !startsWith(view, 'WEBP', 8)) return null
  if (startsWith(view, 'VP8X', 12)) {
    return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }
  }
  if (startsWith(view, 'VP8L', 12)) {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

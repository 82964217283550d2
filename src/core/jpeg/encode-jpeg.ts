// Encodes an image as baseline JPEG of quality 75, byte for byte as libjpeg does by default: the same workload then
// is the same bytes. See docs/decisions for why no package does it.
import { BitWriter } from './code-words.ts'
import { colourPlanes, type RgbImage } from './colour-planes.ts'
import { jpegHeader } from './jpeg-header.ts'
import { writeScan } from './write-scan.ts'

const endOfImage = [0xff, 0xd9]

export function encodeJpeg(image: RgbImage): Uint8Array {
  const writer = new BitWriter()
  writeScan(colourPlanes(image), writer)
  const header = jpegHeader(image)
  const scan = writer.finish()
  const bytes = new Uint8Array(header.length + scan.length + endOfImage.length)
  bytes.set(header)
  bytes.set(scan, header.length)
  bytes.set(endOfImage, header.length + scan.length)
  return bytes
}

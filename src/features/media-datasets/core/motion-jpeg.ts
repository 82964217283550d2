// A video of JPEG images in an MP4 file (ISO/IEC 14496-12 and -14), at 30 images per second.
import { endToEnd } from '#core/base/end-to-end.ts'
import type { RgbImage } from './colour-planes.ts'
import { encodeJpeg } from './encode-jpeg.ts'

/** Layout of a video: one track of images, the duration of each, and its offset in the file. */
type VideoLayout = Readonly<{
  width: number
  height: number
  /** Bytes of each image, stored consecutively. */
  frameSizes: readonly number[]
  /** Offset of the first image in the file. */
  framesAt: number
}>

const framesPerSecond = 30
const never = uint32(0, 0)
const upright = uint32(...[0x10000, 0, 0], ...[0, 0x10000, 0], ...[0, 0, 0x40000000])
const trackId = 1
const undetermined = 0x55c4

function movieBox(layout: VideoLayout): Bytes {
  const duration = layout.frameSizes.length
  const normalSpeed = [uint32(0x10000), uint16(0x100, 0), uint32(0, 0)]
  return box(
    'moov',
    fullBox(
      'mvhd',
      0,
      never,
      uint32(framesPerSecond, duration),
      ...normalSpeed,
      upright,
      uint32(0, 0, 0, 0, 0, 0, trackId + 1),
    ),
    box('trak', trackHeader(layout, duration), media(layout, duration)),
  )
}

function trackHeader({ width, height }: VideoLayout, duration: number): Bytes {
  const enabledInVideo = 3
  return fullBox(
    'tkhd',
    enabledInVideo,
    ...[never, uint32(trackId, 0, duration, 0, 0), uint16(0, 0, 0, 0), upright],
    uint32(width << 16, height << 16),
  )
}

function media(layout: VideoLayout, duration: number): Bytes {
  const inThisFile = 1
  return box(
    'mdia',
    fullBox('mdhd', 0, never, uint32(framesPerSecond, duration), uint16(undetermined, 0)),
    fullBox('hdlr', 0, uint32(0), letters('vide'), uint32(0, 0, 0), letters('film\0')),
    box(
      'minf',
      fullBox('vmhd', 1, uint16(0, 0, 0, 0)),
      box('dinf', fullBox('dref', 0, uint32(1), fullBox('url ', inThisFile))),
      sampleTable(layout),
    ),
  )
}

function sampleTable(layout: VideoLayout): Bytes {
  const { frameSizes, framesAt } = layout
  const count = frameSizes.length
  return box(
    'stbl',
    fullBox('stsd', 0, uint32(1), imageFormat(layout)),
    fullBox('stts', 0, uint32(1, count, 1)),
    fullBox('stsc', 0, uint32(1, 1, count, 1)),
    fullBox('stsz', 0, uint32(0, count, ...frameSizes)),
    fullBox('stco', 0, uint32(1, framesAt)),
  )
}

function imageFormat({ width, height }: VideoLayout): Bytes {
  const perInch = 72 << 16
  return box(
    'mp4v',
    ...[uint16(0, 0, 0, 1), uint32(0, 0, 0, 0), uint16(width, height)],
    ...[uint32(perInch, perInch, 0), uint16(1), new Uint8Array(32), uint16(24, 0xffff)],
    fullBox('esds', 0, streamDescriptor),
  )
}

/** Nested descriptors: tag, length, content. The relevant one declares every image as a JPEG file. */
const streamDescriptor = descriptor(0x03, [
  ...[0, trackId, 0],
  ...descriptor(0x04, [0x6c, 0x11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ...descriptor(0x06, [0x02]),
])

function descriptor(tag: number, content: readonly number[]): Bytes {
  return Uint8Array.of(tag, content.length, ...content)
}

const boxHeaderLength = 8
const fileType = box('ftyp', letters('isom'), uint32(0x200), letters('isomiso2mp41'))

/** One or more images of equal size. */
export function encodeMotionJpeg(images: readonly RgbImage[]): Uint8Array {
  const frames = images.map(encodeJpeg)
  const { width = 0, height = 0 } = images[0] ?? {}
  const movie = movieBox({
    width,
    height,
    frameSizes: frames.map(({ length }) => length),
    framesAt: fileType.length + boxHeaderLength,
  })
  return endToEnd([fileType, box('mdat', ...frames), movie], Uint8Array)
}

/** Bytes of an MP4 box: a length, a four-character name, and content, which is often more boxes. */
type Bytes = Uint8Array

function box(name: string, ...content: readonly Bytes[]): Bytes {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return endToEnd([uint32(length), letters(name), ...content], Uint8Array)
}

/** Box that begins with a version, always 0 here, and flags. */
function fullBox(name: string, flags: number, ...content: readonly Bytes[]): Bytes {
  return box(name, uint32(flags), ...content)
}

function uint32(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [24, 16, 8, 0].map((shift) => value >>> shift)))
}

function uint16(...values: readonly number[]): Bytes {
  return Uint8Array.from(values.flatMap((value) => [value >>> 8, value]))
}

function letters(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

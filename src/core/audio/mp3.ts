// MP3: frames of equal duration, one after the other, so they are counted; only the third layer is known here.
import { byteView, type ByteView } from './byte-view.ts'
import { lengthOfTags } from './id3.ts'

type Frame = Readonly<{
  length: number
  moments: number
  momentsPerSecond: number
  /** Where its sound begins, after the header and what decoders need. */
  contentAt: number
}>

/** Bits per second in thousands. */
const bitRates = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const rates = [44100, 48000, 32000]

export function readMp3(bytes: Uint8Array): number | null {
  const view = byteView(bytes)
  const start = lengthOfTags(view)
  const first = frameAt(view, start)
  if (first === null) return null
  const info = encoderInfo(view, first)
  let frames = info === null ? 0 : -1
  for (let at = start, frame: Frame | null = first; frame !== null; frame = frameAt(view, at)) {
    frames += 1
    at += frame.length
  }
  const moments = frames * first.moments - (info?.silentMoments ?? 0)
  return Math.max(0, moments) / first.momentsPerSecond
}

function frameAt(view: ByteView, at: number): Frame | null {
  if (at + 4 > view.length) return null
  const header = view.uint32(at)
  const version = (header >>> 19) & 3
  const isThirdLayer = ((header >>> 17) & 3) === 1
  const rate = rates[(header >>> 10) & 3]
  const isFirstVersion = version === 3
  const kilobits = bitRates[isFirstVersion ? 'first' : 'later'][(header >>> 12) & 15]
  const isFrame = header >>> 21 === 0x7ff && version !== 1 && isThirdLayer
  if (!isFrame || rate === undefined || !kilobits) return null
  const momentsPerSecond = rate / (isFirstVersion ? 1 : version === 2 ? 2 : 4)
  const moments = isFirstVersion ? 1152 : 576
  const isMono = ((header >>> 6) & 3) === 3
  const sideInfo = isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const padding = (header >>> 9) & 1
  const length = Math.floor(((moments / 8) * kilobits * 1000) / momentsPerSecond) + padding
  return { length, moments, momentsPerSecond, contentAt: at + 4 + sideInfo }
}

/** The first frame may hold no sound but notes of the encoder: how much silence it put at both ends. */
function encoderInfo(
  view: ByteView,
  { contentAt }: Frame,
): Readonly<{ silentMoments: number }> | null {
  if (!['Xing', 'Info'].includes(view.letters(contentAt, 4))) return null
  const flags = view.uint32(contentAt + 4)
  const lengths = [4, 4, 100, 4]
  const fields = lengths.reduce((sum, length, bit) => sum + ((flags >> bit) & 1) * length, 8)
  const encoder = contentAt + fields
  if (!/^(LAME|Lavc|Lavf)/.test(view.letters(encoder, 4))) return { silentMoments: 0 }
  const silence = view.uint32(encoder + 21) >>> 8
  return { silentMoments: (silence >>> 12) + (silence & 0xfff) }
}

// Format, duration and raw samples of an audio file, read from its bytes without decoding.
import { base64Bytes } from '#core/base/base64-bytes.ts'

/** Length of the header of an ID3 tag, which some files begin with. */
const headerLength = 10

/** The length is encoded in bytes of seven bits. */
function lengthOfTags(view: ByteView): number {
  if (view.letters(0, 3) !== 'ID3') return 0
  const sevenBits = [6, 7, 8, 9].map((at) => view.uint8(at) & 0x7f)
  return headerLength + sevenBits.reduce((length, bits) => length * 128 + bits, 0)
}

/** MP3 frame. All frames have equal duration, so they are counted; only layer III is supported. */
type Frame = Readonly<{
  length: number
  moments: number
  momentsPerSecond: number
  /** Offset of its audio, after the header and the side information. */
  contentAt: number
}>

/** Bit rates in kbit/s. */
const bitRates = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const rates = [44100, 48000, 32000]

function readMp3(bytes: Uint8Array): number | null {
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

/** The first frame may contain encoder information instead of audio: the silence added at both ends. */
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

/** Ogg stream with Vorbis or Opus: the first page has the rate, the last page its end position. */
type Stream = Readonly<{ momentsPerSecond: number; skipped: number }>

const pageHeaderLength = 27

function readOgg(bytes: Uint8Array): number | null {
  const view = byteView(bytes)
  if (view.letters(0, 4) !== 'OggS') return null
  const stream = streamIn(view, pageHeaderLength + view.uint8(26))
  const end = endOfLastPage(view)
  if (stream === null || stream.momentsPerSecond === 0 || end === null) return null
  return Math.max(0, end - stream.skipped) / stream.momentsPerSecond
}

/** Opus always counts in 48 kHz, and states how many initial samples to skip. */
function streamIn(view: ByteView, at: number): Stream | null {
  if (view.letters(at, 8) === 'OpusHead') {
    return { momentsPerSecond: 48000, skipped: view.uint16Little(at + 10) }
  }
  if (view.letters(at + 1, 6) !== 'vorbis') return null
  return { momentsPerSecond: view.uint32Little(at + 12), skipped: 0 }
}

/** Pages on which no packet ends have no position: all bits are ones. */
function endOfLastPage(view: ByteView): number | null {
  for (let at = view.length - pageHeaderLength; at >= 0; at--) {
    if (view.uint8(at) !== 0x4f || view.letters(at, 4) !== 'OggS') continue
    const high = view.uint32Little(at + 10)
    if (high !== 0xffffffff) return high * 2 ** 32 + view.uint32Little(at + 6)
  }
  return null
}

const soundFormats = ['wav', 'flac', 'ogg', 'mp3'] as const
export type SoundFormat = (typeof soundFormats)[number]

type SoundFile = Readonly<{ format: SoundFormat; mediaType: string; durationS: number }>

/** Duration in seconds; null if the bytes are of another format or broken. */
type DurationReader = (bytes: Uint8Array) => number | null

const formats: Readonly<
  Record<SoundFormat, Readonly<{ mediaType: string; durationOf: DurationReader }>>
> = {
  wav: { mediaType: 'audio/wav', durationOf: readWav },
  flac: { mediaType: 'audio/flac', durationOf: readFlac },
  ogg: { mediaType: 'audio/ogg', durationOf: readOgg },
  mp3: { mediaType: 'audio/mpeg', durationOf: readMp3 },
}

/** Null for an unknown format. */
export function soundFileOf(bytes: Uint8Array): SoundFile | null {
  for (const format of soundFormats) {
    const { mediaType, durationOf } = formats[format]
    const durationS = durationOf(bytes)
    if (durationS !== null) return { format, mediaType, durationS }
  }
  return null
}

/** Reads numbers and characters from bytes; reads beyond the end return zeros. */
type ByteView = Readonly<{
  length: number
  letters: (at: number, count: number) => string
  uint8: (at: number) => number
  uint16Little: (at: number) => number
  uint32Little: (at: number) => number
  uint32: (at: number) => number
}>

function byteView(bytes: Uint8Array): ByteView {
  const uint8 = (at: number): number => bytes[at] ?? 0
  const uint16Little = (at: number): number => uint8(at) + uint8(at + 1) * 256
  const uint16 = (at: number): number => uint8(at) * 256 + uint8(at + 1)
  return {
    length: bytes.length,
    letters: (at, count) => String.fromCharCode(...bytes.subarray(at, at + count)),
    uint8,
    uint16Little,
    uint32Little: (at) => uint16Little(at) + uint16Little(at + 2) * 65536,
    uint32: (at) => uint16(at) * 65536 + uint16(at + 2),
  }
}

/** Duration of FLAC, whose first block has the rate and the number of samples. */
function readFlac(bytes: Uint8Array): number | null {
  const view = byteView(bytes)
  const start = lengthOfTags(view)
  const streamInfo = start + 8
  if (view.letters(start, 4) !== 'fLaC' || streamInfo + 18 > view.length) return null
  const momentsPerSecond = view.uint32(streamInfo + 10) >>> 12
  const moments = (view.uint8(streamInfo + 13) & 0x0f) * 2 ** 32 + view.uint32(streamInfo + 14)
  return momentsPerSecond === 0 || moments === 0 ? null : moments / momentsPerSecond
}

/** Chunk of a WAV file, with a name and a length: one has the rate and the bytes per sample, another the audio. */
type Chunk = Readonly<{ at: number; length: number }>

function readWav(bytes: Uint8Array): number | null {
  return wavLength(bytes, bytes.length)?.lengthS ?? null
}

type SoundLength = Readonly<{ lengthS: number; frames: number }>

/** `head` may end with the header of the sample chunk. */
function wavLength(head: Uint8Array, fileBytes: number): SoundLength | null {
  const view = byteView(head)
  if (view.letters(0, 4) !== 'RIFF' || view.letters(8, 4) !== 'WAVE') return null
  const format = findChunk(view, 'fmt ')
  const sound = findChunk(view, 'data')
  if (format === null || sound === null) return null
  const momentsPerSecond = view.uint32Little(format.at + 4)
  const bytesPerMoment = view.uint16Little(format.at + 12)
  if (momentsPerSecond === 0 || bytesPerMoment === 0) return null
  // Streaming writers do not know the length in advance.
  const length = Math.min(sound.length, fileBytes - sound.at)
  const frames = Math.floor(length / bytesPerMoment)
  return { frames, lengthS: frames / momentsPerSecond }
}

/** Base64 characters that include the chunks before the samples. */
const headLetters = 512

/** Length of a base64 WAV file; null for anything else. */
export function encodedWavLength(encoded: string): SoundLength | null {
  const padding = /=*$/.exec(encoded.slice(-2))?.[0].length ?? 0
  const fileBytes = Math.floor((encoded.length * 3) / 4) - padding
  return wavLength(base64Bytes(encoded.slice(0, headLetters)), fileBytes)
}

function findChunk(view: ByteView, name: string): Chunk | null {
  for (let at = 12; at + 8 <= view.length;) {
    const length = view.uint32Little(at + 4)
    if (view.letters(at, 4) === name) return { at: at + 8, length }
    at += 8 + length + (length % 2)
  }
  return null
}

/** Sample rate of speech for realtime transcription, in Hz. */
export const speechRate = 16_000

const pcm = 1

/** Samples of a 16-bit, 16 kHz mono WAV file; null for any other file. */
export function speechSamplesOf(bytes: Uint8Array): Uint8Array | null {
  if (readWav(bytes) === null) return null
  const view = byteView(bytes)
  const format = findChunk(view, 'fmt ')
  const sound = findChunk(view, 'data')
  if (format === null || sound === null) return null
  const isSpeech =
    view.uint16Little(format.at) === pcm &&
    view.uint16Little(format.at + 2) === 1 &&
    view.uint32Little(format.at + 4) === speechRate &&
    view.uint16Little(format.at + 14) === 16
  if (!isSpeech) return null
  const length = Math.min(sound.length, bytes.length - sound.at)
  return bytes.subarray(sound.at, sound.at + length - (length % 2))
}

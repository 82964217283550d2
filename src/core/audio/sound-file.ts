// The format and duration of a sound file, from its own bytes; nothing is decoded.
import { readFlac } from './flac.ts'
import { readMp3 } from './mp3.ts'
import { readOgg } from './ogg.ts'
import { readWav } from './wav.ts'

const soundFormats = ['wav', 'flac', 'ogg', 'mp3'] as const
export type SoundFormat = (typeof soundFormats)[number]

type SoundFile = Readonly<{ format: SoundFormat; mediaType: string; durationS: number }>

/** Seconds, or null where the bytes are of another format or broken. */
type DurationReader = (bytes: Uint8Array) => number | null

const formats: Readonly<
  Record<SoundFormat, Readonly<{ mediaType: string; durationOf: DurationReader }>>
> = {
  wav: { mediaType: 'audio/wav', durationOf: readWav },
  flac: { mediaType: 'audio/flac', durationOf: readFlac },
  ogg: { mediaType: 'audio/ogg', durationOf: readOgg },
  mp3: { mediaType: 'audio/mpeg', durationOf: readMp3 },
}

/** Null where it is none of the formats known here. */
export function soundFileOf(bytes: Uint8Array): SoundFile | null {
  for (const format of soundFormats) {
    const { mediaType, durationOf } = formats[format]
    const durationS = durationOf(bytes)
    if (durationS !== null) return { format, mediaType, durationS }
  }
  return null
}

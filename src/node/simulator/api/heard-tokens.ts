// Converts a recording to token ids: a fixed number per second, each derived from the bytes at its time.
import { soundFileOf } from '#core/base/sound-file.ts'
import { ApiError } from './http-exchange.ts'
import { pickWordId } from '../engine/text.ts'

/** Rate of speech encoders after merging neighbouring frames. */
const tokensPerS = 25

type Heard = Readonly<{ prompt: readonly number[]; durationS: number }>

/** The same audio gives the same tokens, so that the prefix cache matches it. */
export function heardTokens(bytes: Uint8Array): Heard {
  const sound = soundFileOf(bytes)
  if (sound === null) {
    throw new ApiError(
      400,
      'file: Give a WAV, FLAC, Ogg or MP3 file; others are not simulated.',
      'file',
    )
  }
  const { durationS } = sound
  const count = Math.max(1, Math.ceil(durationS * tokensPerS))
  const bytesPerToken = bytes.length / count
  const prompt = Array.from({ length: count }, (_, index) =>
    heardToken(bytes.subarray(index * bytesPerToken, (index + 1) * bytesPerToken)),
  )
  return { prompt, durationS }
}

/** Token of an audio frame. */
export function heardToken(bytes: Uint8Array): number {
  return pickWordId(hashOf(bytes))
}

/** FNV-1a, as a number in [0, 1). */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0) / 2 ** 32
}

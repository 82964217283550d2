// A sound file as a recording that can be sent: its bytes as they are, and how long it plays.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { soundFileOf } from '#core/audio/sound-file.ts'
import { messageOf } from '#core/model/app-error.ts'
import type { AudioPart } from '#core/workload/message-content.ts'
import type { Recording } from '#core/workload/sampled-request.ts'
import { invalidDataset } from './dataset-file.ts'

export async function readRecording(path: string): Promise<Recording> {
  return recordingOf(await readSound(path), path)
}

/** `path` tells receivers its name, and the reader where it lies. */
export function recordingOf(bytes: Uint8Array, path: string): Recording {
  const { mediaType, durationS } = knownSound(bytes, path)
  return { bytes, fileName: basename(path), mediaType, durationS }
}

export function audioPartOf({ bytes, fileName }: Recording): AudioPart {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const { format } = knownSound(bytes, fileName)
  return { type: 'input_audio', input_audio: { data, format } }
}

function knownSound(bytes: Uint8Array, path: string) {
  const sound = soundFileOf(bytes)
  if (sound !== null) return sound
  throw invalidDataset(
    `${path} is not a sound file of a known kind`,
    'Give WAV, FLAC, Ogg (Vorbis or Opus) or MP3 files.',
  )
}

async function readSound(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw invalidDataset(
      `the recording ${path} cannot be read: ${messageOf(error)}`,
      'Mend the path; one that is not absolute begins where the dataset lies.',
    )
  }
}

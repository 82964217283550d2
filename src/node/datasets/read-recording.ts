// Reads an audio file as a recording that can be sent: its unchanged bytes, and its duration.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { soundFileOf } from '#core/base/sound-file.ts'
import { message, textOf } from '#core/messages/message.ts'
import type { AudioPart } from '#core/workload/message-content.ts'
import type { AudioFile } from '#core/workload/sampled-request.ts'
import { invalidDataset } from './dataset-file.ts'

export async function readRecording(path: string): Promise<AudioFile> {
  return recordingOf(await readSound(path), path)
}

/** `path` provides the file name in requests, and the location in errors. */
export function recordingOf(bytes: Uint8Array, path: string): AudioFile {
  const { mediaType, durationS } = knownSound(bytes, path)
  return { bytes, fileName: basename(path), mediaType, durationS }
}

export function audioPartOf({ bytes, fileName }: AudioFile): AudioPart {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const { format } = knownSound(bytes, fileName)
  return { type: 'input_audio', input_audio: { data, format } }
}

function knownSound(bytes: Uint8Array, path: string) {
  const sound = soundFileOf(bytes)
  if (sound !== null) return sound
  throw invalidDataset(
    message('workload.unknownSound', { path }),
    message('workload.unknownSound.remedy'),
  )
}

async function readSound(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw invalidDataset(
      message('workload.recordingUnreadable', { path, why: textOf(error) }),
      message('workload.recordingUnreadable.remedy'),
    )
  }
}

// WAV: chunks with a name and a length; one has the rate and the bytes per sample, one holds the sound.
import { byteView, type ByteView } from './byte-view.ts'

type Chunk = Readonly<{ at: number; length: number }>

export function readWav(bytes: Uint8Array): number | null {
  const view = byteView(bytes)
  if (view.letters(0, 4) !== 'RIFF' || view.letters(8, 4) !== 'WAVE') return null
  const format = findChunk(view, 'fmt ')
  const sound = findChunk(view, 'data')
  if (format === null || sound === null) return null
  const momentsPerSecond = view.uint32Little(format.at + 4)
  const bytesPerMoment = view.uint16Little(format.at + 12)
  if (momentsPerSecond === 0 || bytesPerMoment === 0) return null
  // Writers that stream do not know the length in advance.
  const length = Math.min(sound.length, view.length - sound.at)
  return Math.floor(length / bytesPerMoment) / momentsPerSecond
}

function findChunk(view: ByteView, name: string): Chunk | null {
  for (let at = 12; at + 8 <= view.length;) {
    const length = view.uint32Little(at + 4)
    if (view.letters(at, 4) === name) return { at: at + 8, length }
    at += 8 + length + (length % 2)
  }
  return null
}

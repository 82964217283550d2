// Ogg with Vorbis or Opus inside: the first page names the rate, the last one the moment it ends at.
import { byteView, type ByteView } from './byte-view.ts'

type Stream = Readonly<{ momentsPerSecond: number; skipped: number }>

const pageHeaderLength = 27

export function readOgg(bytes: Uint8Array): number | null {
  const view = byteView(bytes)
  if (view.letters(0, 4) !== 'OggS') return null
  const stream = streamIn(view, pageHeaderLength + view.uint8(26))
  const end = endOfLastPage(view)
  if (stream === null || stream.momentsPerSecond === 0 || end === null) return null
  return Math.max(0, end - stream.skipped) / stream.momentsPerSecond
}

/** Opus always counts in 48 kHz, and says how much of the beginning is not to be heard. */
function streamIn(view: ByteView, at: number): Stream | null {
  if (view.letters(at, 8) === 'OpusHead') {
    return { momentsPerSecond: 48000, skipped: view.uint16Little(at + 10) }
  }
  if (view.letters(at + 1, 6) !== 'vorbis') return null
  return { momentsPerSecond: view.uint32Little(at + 12), skipped: 0 }
}

/** Pages on which nothing ends have no moment: all ones. */
function endOfLastPage(view: ByteView): number | null {
  for (let at = view.length - pageHeaderLength; at >= 0; at--) {
    if (view.uint8(at) !== 0x4f || view.letters(at, 4) !== 'OggS') continue
    const high = view.uint32Little(at + 10)
    if (high !== 0xffffffff) return high * 2 ** 32 + view.uint32Little(at + 6)
  }
  return null
}

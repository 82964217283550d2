// FLAC: its first block has the rate and the number of samples.
import { byteView } from './byte-view.ts'
import { lengthOfTags } from './id3.ts'

export function readFlac(bytes: Uint8Array): number | null {
  const view = byteView(bytes)
  const start = lengthOfTags(view)
  const streamInfo = start + 8
  if (view.letters(start, 4) !== 'fLaC' || streamInfo + 18 > view.length) return null
  const momentsPerSecond = view.uint32(streamInfo + 10) >>> 12
  const moments = (view.uint8(streamInfo + 13) & 0x0f) * 2 ** 32 + view.uint32(streamInfo + 14)
  return momentsPerSecond === 0 || moments === 0 ? null : moments / momentsPerSecond
}

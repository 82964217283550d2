import { expect, test } from 'vitest'
import { encodeJpeg } from './encode-jpeg.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import { encodeMotionJpeg } from './motion-jpeg.ts'

const random = new Pcg64(0)
const images = Array.from({ length: 3 }, () => ({
  width: 40,
  height: 24,
  pixels: random.bytes(40 * 24 * 3),
}))
const video = encodeMotionJpeg(images)

/** Content of the box at the end of a path of names. */
function find(bytes: Uint8Array, [name, ...rest]: readonly string[]): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    const content = bytes.subarray(at + 8, at + view.getUint32(at))
    const isWanted = String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === name
    if (isWanted) return rest.length === 0 ? content : find(content, rest)
  }
  throw new Error(`there is no box ${name}`)
}

function numbers(content: Uint8Array): number[] {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  return Array.from({ length: content.length / 4 }, (_, index) => view.getUint32(4 * index))
}

const sampleTable = ['moov', 'trak', 'mdia', 'minf', 'stbl']

test('its table of contents leads to every picture', () => {
  const [, , count, ...sizes] = numbers(find(video, [...sampleTable, 'stsz']))
  const [, , firstAt = 0] = numbers(find(video, [...sampleTable, 'stco']))
  expect(count).toBe(images.length)
  let at = firstAt
  const found = sizes.map((size) => video.subarray(at, (at += size)))
  expect(found).toEqual(images.map(encodeJpeg))
})

test('thirty pictures are a second', () => {
  const [, , , unitsPerSecond, duration] = numbers(find(video, ['moov', 'mvhd']))
  expect([unitsPerSecond, duration]).toEqual([30, 3])
})

test('it has the size of its pictures', () => {
  const header = numbers(find(video, ['moov', 'trak', 'tkhd']))
  expect(header.slice(-2)).toEqual([40 * 65536, 24 * 65536])
})

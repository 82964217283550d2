import { expect, test } from 'vitest'
import { imageTypeOf } from './media-address.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\n\0WEBPVP8 ', 'image/webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', null],
  ['BM6', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['<svg', null],
  ['', null],
])('%j is %j', (start, mediaType) => {
  expect(imageTypeOf(bytesOf(start))).toBe(mediaType)
})

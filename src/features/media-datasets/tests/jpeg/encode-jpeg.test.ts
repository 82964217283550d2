// Known pixels become the bytes that libjpeg makes of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { encodeJpeg } from '#features/media-datasets/core/encode-jpeg.ts'
import { Pcg64 } from '#core/random/pcg64.ts'

const imageSchema = z.object({
  kind: z.enum(['noise', 'gradient']),
  width: z.int(),
  height: z.int(),
  jpeg: z.base64(),
})
type DrawnImage = z.infer<typeof imageSchema>

const file = join(import.meta.dirname, 'fixtures', 'pictures.json')
const images = z
  .array(imageSchema)
  .min(1)
  .parse(JSON.parse(readFileSync(file, 'utf8')))

const pixelsOf: Readonly<Record<DrawnImage['kind'], (image: DrawnImage) => Uint8Array>> = {
  noise: ({ width, height }) => new Pcg64(5).bytes(width * height * 3),
  gradient: ({ width, height }) =>
    Uint8Array.from({ length: width * height * 3 }, (_, index) => {
      const x = Math.floor(index / 3) % width
      const y = Math.floor(index / 3 / width)
      return [x * 7, y * 5, x * y][index % 3] ?? 0
    }),
}

test.each(images)('$kind of $width × $height', (image) => {
  const pixels = pixelsOf[image.kind](image)
  const jpeg = Buffer.from(encodeJpeg({ ...image, pixels })).toString('base64')
  expect(jpeg).toBe(image.jpeg)
})

import { expect, test } from 'vitest'
import { encodeDrawnMedia } from './sample-random-mm.ts'

const pixels = new Uint8Array(2 * 8 * 8 * 3)

test('one frame is a picture inside the message', () => {
  const part = encodeDrawnMedia({ height: 8, width: 16, frames: 1, weight: 1, pixels })
  expect(part).toEqual({
    type: 'image_url',
    image_url: {
      url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\/4AAQSkZJRg/) as string,
    },
  })
})

test('several are a film', () => {
  const part = encodeDrawnMedia({ height: 8, width: 8, frames: 2, weight: 1, pixels })
  expect(part).toEqual({
    type: 'video_url',
    video_url: { url: expect.stringMatching(/^data:video\/mp4;base64,AAAAHGZ0eXBpc29t/) as string },
  })
})

// A video of JPEG images in an MP4 file (ISO/IEC 14496-12 and -14), at 30 images a second.
import type { RgbImage } from '../jpeg/colour-planes.ts'
import { encodeJpeg } from '../jpeg/encode-jpeg.ts'
import { endToEnd } from '../model/end-to-end.ts'
import { movieBox } from './movie-box.ts'
import { box, letters, uint32 } from './mp4-boxes.ts'

const boxHeaderLength = 8
const fileType = box('ftyp', letters('isom'), uint32(0x200), letters('isomiso2mp41'))

/** Images of one size, at least one. */
export function encodeMotionJpeg(images: readonly RgbImage[]): Uint8Array {
  const frames = images.map(encodeJpeg)
  const { width = 0, height = 0 } = images[0] ?? {}
  const movie = movieBox({
    width,
    height,
    frameSizes: frames.map(({ length }) => length),
    framesAt: fileType.length + boxHeaderLength,
  })
  return endToEnd([fileType, box('mdat', ...frames), movie], Uint8Array)
}

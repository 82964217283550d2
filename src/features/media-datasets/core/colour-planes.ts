// Splits an image into planes of brightness and of two colour differences; colours have half the width and height, which the eye
// barely notices.

/** Three bytes per pixel, row by row. */
export type RgbImage = Readonly<{ width: number; height: number; pixels: Uint8Array }>

/** Samples in whole blocks of 8 × 8; those beyond the image repeat its edge. */
export type Plane = Readonly<{ blocksWide: number; blocksHigh: number; samples: Uint8Array }>

export type ColourPlanes = Readonly<{ luminance: Plane; blue: Plane; red: Plane }>

const fractionBits = 16
const half = 1 << (fractionBits - 1)
const middle = 128 << fractionBits

export function colourPlanes({ width, height, pixels }: RgbImage): ColourPlanes {
  const luminance = emptyPlane(width, height)
  const full = { width: 2 * 8 * Math.ceil(width / 16), height: height + (height % 2) }
  const blue = new Uint8Array(full.width * full.height)
  const red = new Uint8Array(full.width * full.height)
  const lineWidth = luminance.blocksWide * 8
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x)
      const r = pixels[at] ?? 0
      const g = pixels[at + 1] ?? 0
      const b = pixels[at + 2] ?? 0
      luminance.samples[y * lineWidth + x] =
        (19595 * r + 38470 * g + 7471 * b + half) >> fractionBits
      blue[y * full.width + x] =
        (-11059 * r - 21709 * g + 32768 * b + middle + half - 1) >> fractionBits
      red[y * full.width + x] =
        (32768 * r - 27439 * g - 5329 * b + middle + half - 1) >> fractionBits
    }
  }
  const size = { width, height }
  repeatEdges(luminance.samples, size, { width: lineWidth, height: luminance.blocksHigh * 8 })
  return {
    luminance,
    blue: halved(blue, size, full),
    red: halved(red, size, full),
  }
}

type Size = Readonly<{ width: number; height: number }>

function emptyPlane(width: number, height: number): Plane {
  const [blocksWide, blocksHigh] = [Math.ceil(width / 8), Math.ceil(height / 8)]
  return { blocksWide, blocksHigh, samples: new Uint8Array(64 * blocksWide * blocksHigh) }
}

/** Mean of each four samples; halves round down and up alternately to avoid a tint. */
function halved(samples: Uint8Array, size: Size, full: Size): Plane {
  repeatEdges(samples, size, full)
  const plane = emptyPlane(Math.ceil(size.width / 2), Math.ceil(size.height / 2))
  const lineWidth = plane.blocksWide * 8
  for (let y = 0; y < full.height / 2; y++) {
    for (let x = 0; x < lineWidth; x++) {
      const at = 2 * (y * full.width + x)
      const above = (samples[at] ?? 0) + (samples[at + 1] ?? 0)
      const below = (samples[at + full.width] ?? 0) + (samples[at + full.width + 1] ?? 0)
      plane.samples[y * lineWidth + x] = (above + below + 1 + (x & 1)) >> 2
    }
  }
  const filled = { width: lineWidth, height: full.height / 2 }
  repeatEdges(plane.samples, filled, { width: lineWidth, height: plane.blocksHigh * 8 })
  return plane
}

function repeatEdges(samples: Uint8Array, { width, height }: Size, whole: Size): void {
  for (let y = 0; y < height; y++) {
    const line = y * whole.width
    samples.fill(samples[line + width - 1] ?? 0, line + width, line + whole.width)
  }
  const last = (height - 1) * whole.width
  for (let y = height; y < whole.height; y++) {
    samples.copyWithin(y * whole.width, last, last + whole.width)
  }
}

// Canvas of an image to save: a header that describes the measurement, and space for plots below it.
import { chartFont, type ChartTheme } from '#core/plots/theme.ts'
import type { PlotSize } from '#core/plots/render-svg.ts'
import type { ImageHead } from '../result/shown-result.ts'

export const headHeight = 60
/** Device pixels per layout pixel, so that print and zoom stay sharp. */
export const finer = 2

/** Its origin is below the header. Null if the browser cannot create an image of this size. */
export function imageCanvas(
  { name, facts }: ImageHead,
  { width, height }: PlotSize,
  theme: ChartTheme,
): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = width * finer
  canvas.height = (headHeight + height) * finer
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = theme.surface
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = theme.text
  context.font = `600 ${16 * finer}px ${chartFont}`
  context.fillText(name, 12 * finer, 26 * finer, (width - 24) * finer)
  context.font = `${13 * finer}px ${chartFont}`
  context.fillText(facts, 12 * finer, 46 * finer, (width - 24) * finer)
  context.translate(0, headHeight * finer)
  return context
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

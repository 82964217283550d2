import { describe, expect, it } from 'vitest'
import { chartThemes, curveStyle, curveStyleCount } from './theme.ts'

type Rgb = readonly [number, number, number]
type Matrix = readonly [Rgb, Rgb, Rgb]

function linearRgb(hex: string): Rgb {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map((hex) => luminance(linearRgb(hex))).sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

// Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
const visions: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function dot(row: Rgb, color: Rgb): number {
  return row[0] * color[0] + row[1] * color[1] + row[2] * color[2]
}

function seenAs(hex: string, vision: Matrix): Rgb {
  const color = linearRgb(hex)
  const clamp = (value: number): number => Math.min(1, Math.max(0, value))
  return [clamp(dot(vision[0], color)), clamp(dot(vision[1], color)), clamp(dot(vision[2], color))]
}

function lab(color: Rgb): Rgb {
  const cube = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = cube(dot([0.4124, 0.3576, 0.1805], color) / 0.9505)
  const y = cube(dot([0.2126, 0.7152, 0.0722], color))
  const z = cube(dot([0.0193, 0.1192, 0.9505], color) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** CIE 1976 colour difference as seen with a given vision; 2 is just visible, 10 is plain at a glance. */
function difference(one: string, other: string, vision: Matrix): number {
  const [a, b] = [lab(seenAs(one, vision)), lab(seenAs(other, vision))]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

const themes = Object.entries(chartThemes)

describe('the palette', () => {
  it.each(themes)('shows every series on the %s surface with contrast 3', (_, theme) => {
    for (const [key, color] of Object.entries(theme.series)) {
      expect(contrast(color, theme.surface), key).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(themes)('writes readable text in the %s theme', (_, theme) => {
    expect(contrast(theme.text, theme.surface)).toBeGreaterThanOrEqual(7)
    expect(contrast(theme.mutedText, theme.surface)).toBeGreaterThanOrEqual(4.5)
  })

  const drawnTogether = [
    ['ttft', 'tpot', 'itl', 'e2el'],
    ['requestsAsked', 'requestsCompleted', 'failures'],
    ['concurrency', 'e2el'],
    ['outputTokens', 'inputs'],
  ] as const

  it.each(Object.entries(visions))('distinguishes series of one plot with %s', (_, vision) => {
    for (const [name, { series }] of themes) {
      for (const keys of drawnTogether) {
        for (const [position, key] of keys.entries()) {
          for (const other of keys.slice(0, position)) {
            const pair = `${key} and ${other}, ${name}`
            expect(difference(series[key], series[other], vision), pair).toBeGreaterThanOrEqual(10)
          }
        }
      }
    }
  })

  it('gives neighbouring curves another colour and another shape, and starts over at the end', () => {
    const { series } = chartThemes.light
    const styles = [0, 1, 2, 3].map((position) => curveStyle(position, series))
    expect(new Set(styles.map((style) => style.color)).size).toBe(4)
    expect(new Set(styles.map((style) => style.symbol)).size).toBe(4)
    expect(curveStyle(curveStyleCount, series)).toEqual(curveStyle(0, series))
  })
})

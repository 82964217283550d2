// What stands before the image itself: its size, and the tables to read it with.
import type { RgbImage } from './colour-planes.ts'
import { codeTables, quantization, zigzag, type CodeTable } from './tables.ts'

const startOfImage = [0xff, 0xd8]
const jfif = [...word('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]
/** Of each component: its number, samples across and down per unit, its quantization table. */
const components = [...[1, 0x22, 0], ...[2, 0x11, 1], ...[3, 0x11, 1]]
const scanComponents = [...[1, 0x00], ...[2, 0x11], ...[3, 0x11]]
const wholeSpectrum = [0, 63, 0]

export function jpegHeader({ width, height }: Pick<RgbImage, 'width' | 'height'>): Uint8Array {
  return Uint8Array.from([
    ...startOfImage,
    ...segment(0xe0, jfif),
    ...segment(0xdb, [0, ...inZigzag(quantization.luminance)]),
    ...segment(0xdb, [1, ...inZigzag(quantization.chrominance)]),
    ...segment(0xc0, [8, ...twoBytes(height), ...twoBytes(width), 3, ...components]),
    ...segment(0xc4, codes(0x00, codeTables.luminanceDc)),
    ...segment(0xc4, codes(0x10, codeTables.luminanceAc)),
    ...segment(0xc4, codes(0x01, codeTables.chrominanceDc)),
    ...segment(0xc4, codes(0x11, codeTables.chrominanceAc)),
    ...segment(0xda, [3, ...scanComponents, ...wholeSpectrum]),
  ])
}

function segment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, ...twoBytes(content.length + 2), ...content]
}

function codes(destination: number, { lengths, symbols }: CodeTable): number[] {
  return [destination, ...lengths, ...symbols]
}

function inZigzag(table: Uint8Array): number[] {
  return Array.from(zigzag, (position) => table[position] ?? 0)
}

function twoBytes(value: number): number[] {
  return [value >> 8, value & 0xff]
}

function word(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

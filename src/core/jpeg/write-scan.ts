// The image itself: blocks transformed, rounded to the steps of their table, and written in code words.
import { codeWordsOf, type BitWriter, type CodeWords } from './code-words.ts'
import type { ColourPlanes, Plane } from './colour-planes.ts'
import { transformBlock } from './forward-dct.ts'
import { codeTables, quantization, zigzag } from './tables.ts'

type Coding = Readonly<{ steps: Uint8Array; dc: CodeWords; ac: CodeWords }>

const luminanceCoding: Coding = {
  steps: quantization.luminance,
  dc: codeWordsOf(codeTables.luminanceDc),
  ac: codeWordsOf(codeTables.luminanceAc),
}

const chrominanceCoding: Coding = {
  steps: quantization.chrominance,
  dc: codeWordsOf(codeTables.chrominanceDc),
  ac: codeWordsOf(codeTables.chrominanceAc),
}

/** Sixteen zeros in a row, and nothing but zeros up to the end of the block. */
const zeroRun = 0xf0
const endOfBlock = 0x00

/** Units of 16 × 16 pixels, row by row: four blocks of brightness, then one of each colour. */
export function writeScan({ luminance, blue, red }: ColourPlanes, writer: BitWriter): void {
  const brightness = new BlockWriter(luminance, luminanceCoding, writer)
  const colours = [blue, red].map((plane) => new BlockWriter(plane, chrominanceCoding, writer))
  for (let y = 0; y < blue.blocksHigh; y++) {
    for (let x = 0; x < blue.blocksWide; x++) {
      for (const [dx, dy] of brightnessBlocks) brightness.write(2 * x + dx, 2 * y + dy)
      for (const colour of colours) colour.write(x, y)
    }
  }
}

const brightnessBlocks = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

/** Writes blocks of one plane; each mean is coded as the difference to the block written before it. */
class BlockWriter {
  readonly #plane: Plane
  readonly #coding: Coding
  readonly #writer: BitWriter
  readonly #block = new Int32Array(64)
  #mean = 0

  constructor(plane: Plane, coding: Coding, writer: BitWriter) {
    this.#plane = plane
    this.#coding = coding
    this.#writer = writer
  }

  /** A block beyond the plane only fills up its unit: even, and as bright as the one before. */
  write(blockX: number, blockY: number): void {
    const { blocksWide, blocksHigh } = this.#plane
    if (blockX < blocksWide && blockY < blocksHigh) {
      this.#load(blockX, blockY)
      transformBlock(this.#block)
      quantize(this.#block, this.#coding.steps)
    } else {
      this.#block.fill(0)
      this.#block[0] = this.#mean
    }
    this.#writeMean()
    this.#writeFrequencies()
  }

  #load(blockX: number, blockY: number): void {
    const { samples, blocksWide } = this.#plane
    const lineWidth = blocksWide * 8
    let from = blockY * 8 * lineWidth + blockX * 8
    for (let index = 0; index < 64; from += lineWidth - 8) {
      for (const end = index + 8; index < end; index++) {
        this.#block[index] = (samples[from++] ?? 0) - 128
      }
    }
  }

  #writeMean(): void {
    const mean = this.#block[0] ?? 0
    this.#writeValue(this.#coding.dc, 0, mean - this.#mean)
    this.#mean = mean
  }

  #writeFrequencies(): void {
    const { ac } = this.#coding
    let zeros = 0
    for (let index = 1; index < 64; index++) {
      const value = this.#block[zigzag[index] ?? 0] ?? 0
      if (value === 0) {
        zeros += 1
        continue
      }
      for (; zeros >= 16; zeros -= 16) this.#writeSymbol(ac, zeroRun)
      this.#writeValue(ac, zeros, value)
      zeros = 0
    }
    if (zeros > 0) this.#writeSymbol(ac, endOfBlock)
  }

  /** How many zeros came before and how many bits the value has, then those bits; negative ones count up from 0. */
  #writeValue(words: CodeWords, zeros: number, value: number): void {
    const bits = 32 - Math.clz32(Math.abs(value))
    this.#writeSymbol(words, (zeros << 4) | bits)
    if (bits > 0) this.#writer.write(value < 0 ? value + (1 << bits) - 1 : value, bits)
  }

  #writeSymbol({ words, bits }: CodeWords, symbol: number): void {
    this.#writer.write(words[symbol] ?? 0, bits[symbol] ?? 0)
  }
}

/** To the nearest step, halves away from zero. */
function quantize(block: Int32Array, steps: Uint8Array): void {
  for (let index = 0; index < 64; index++) {
    const step = (steps[index] ?? 1) << 3
    const value = block[index] ?? 0
    const rounded = Math.floor((Math.abs(value) + (step >> 1)) / step)
    block[index] = value < 0 ? -rounded : rounded
  }
}

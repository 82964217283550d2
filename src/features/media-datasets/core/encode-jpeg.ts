// Encodes an image as baseline JPEG of quality 75, byte for byte like libjpeg's defaults, so that equal workloads have equal
// bytes. docs/decisions explains why no package is used.
import { type CodeTable, codeTables, quantization, zigzag } from './jpeg-tables.ts'
import { type ColourPlanes, colourPlanes, type Plane, type RgbImage } from './colour-planes.ts'
import { transformBlock } from './forward-dct.ts'

/** Variable-length code words by symbol: the word and its number of bits. */
type CodeWords = Readonly<{ words: Uint16Array; bits: Uint8Array }>

/** Words of one length are consecutive numbers, and no word is a prefix of another. */
function codeWordsOf({ lengths, symbols }: CodeTable): CodeWords {
  const words = new Uint16Array(256)
  const bits = new Uint8Array(256)
  let word = 0
  let next = 0
  for (const [index, count] of lengths.entries()) {
    for (const symbol of symbols.subarray(next, next + count)) {
      words[symbol] = word
      bits[symbol] = index + 1
      word += 1
    }
    next += count
    word *= 2
  }
  return { words, bits }
}

class BitWriter {
  #bytes = new Uint8Array(1 << 16)
  #length = 0
  /** Bits that do not yet fill a byte. */
  #pending = 0
  #pendingBits = 0

  /** Writes at most 16 bits. */
  write(value: number, count: number): void {
    this.#pending = (this.#pending << count) | value
    this.#pendingBits += count
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.#push((this.#pending >>> this.#pendingBits) & 0xff)
    }
    this.#pending &= (1 << this.#pendingBits) - 1
  }

  /** All written bytes; one-bits pad the last byte. */
  finish(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0xff >> this.#pendingBits, 8 - this.#pendingBits)
    return this.#bytes.subarray(0, this.#length)
  }

  /** 0xFF would begin a marker, so a zero byte follows it. */
  #push(byte: number): void {
    if (this.#length + 2 > this.#bytes.length) this.#grow()
    this.#bytes[this.#length++] = byte
    if (byte === 0xff) this.#bytes[this.#length++] = 0
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Marker that begins the header, which contains the size and the decoding tables. */
const startOfImage = [0xff, 0xd8]
const jfif = [...word('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]
/** Per component: number, samples across and down per unit, quantization table. */
const components = [...[1, 0x22, 0], ...[2, 0x11, 1], ...[3, 0x11, 1]]
const scanComponents = [...[1, 0x00], ...[2, 0x11], ...[3, 0x11]]
const wholeSpectrum = [0, 63, 0]

function jpegHeader({ width, height }: Pick<RgbImage, 'width' | 'height'>): Uint8Array {
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

/** Tables of one component: blocks are transformed, quantised and written in code words. */
type ComponentTables = Readonly<{ steps: Uint8Array; dc: CodeWords; ac: CodeWords }>

const luminanceCoding: ComponentTables = {
  steps: quantization.luminance,
  dc: codeWordsOf(codeTables.luminanceDc),
  ac: codeWordsOf(codeTables.luminanceAc),
}

const chrominanceCoding: ComponentTables = {
  steps: quantization.chrominance,
  dc: codeWordsOf(codeTables.chrominanceDc),
  ac: codeWordsOf(codeTables.chrominanceAc),
}

/** Sixteen consecutive zeros; the end-of-block symbol covers trailing zeros. */
const zeroRun = 0xf0
const endOfBlock = 0x00

/** Units of 16 × 16 pixels, row by row: four blocks of brightness, then one of each colour. */
function writeScan({ luminance, blue, red }: ColourPlanes, writer: BitWriter): void {
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

/** Writes blocks of one plane; each mean is coded as the difference from the previous block. */
class BlockWriter {
  readonly #plane: Plane
  readonly #coding: ComponentTables
  readonly #writer: BitWriter
  readonly #block = new Int32Array(64)
  #mean = 0

  constructor(plane: Plane, coding: ComponentTables, writer: BitWriter) {
    this.#plane = plane
    this.#coding = coding
    this.#writer = writer
  }

  /** A block beyond the plane only pads its unit: uniform, with the mean of the previous block. */
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

  /** Number of preceding zeros and number of bits of the value, then those bits; negative values count up from 0. */
  #writeValue(words: CodeWords, zeros: number, value: number): void {
    const bits = 32 - Math.clz32(Math.abs(value))
    this.#writeSymbol(words, (zeros << 4) | bits)
    if (bits > 0) this.#writer.write(value < 0 ? value + (1 << bits) - 1 : value, bits)
  }

  #writeSymbol({ words, bits }: CodeWords, symbol: number): void {
    this.#writer.write(words[symbol] ?? 0, bits[symbol] ?? 0)
  }
}

/** Rounds to the nearest step, halves away from zero. */
function quantize(block: Int32Array, steps: Uint8Array): void {
  for (let index = 0; index < 64; index++) {
    const step = (steps[index] ?? 1) << 3
    const value = block[index] ?? 0
    const rounded = Math.floor((Math.abs(value) + (step >> 1)) / step)
    block[index] = value < 0 ? -rounded : rounded
  }
}

const endOfImage = [0xff, 0xd9]

export function encodeJpeg(image: RgbImage): Uint8Array {
  const writer = new BitWriter()
  writeScan(colourPlanes(image), writer)
  const header = jpegHeader(image)
  const scan = writer.finish()
  const bytes = new Uint8Array(header.length + scan.length + endOfImage.length)
  bytes.set(header)
  bytes.set(scan, header.length)
  bytes.set(endOfImage, header.length + scan.length)
  return bytes
}

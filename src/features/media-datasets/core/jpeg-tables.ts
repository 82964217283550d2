// Tables of baseline JPEG: quantisation of each frequency, and the standard's code words (ITU-T T.81, Annex K), which encoders
// use by default.

/** Row-major position in a block of each coefficient, in the order of writing. */
export const zigzag = Uint8Array.of(
  ...[
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  ],
  ...[13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59],
  ...[52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
)

const luminanceSteps = [
  ...[
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  ],
  ...[
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  ],
  ...[92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
]

const chrominanceSteps = [
  ...[
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
  ],
  ...[47, 66, 99, 99, 99, 99, 99, 99],
  ...new Array<number>(32).fill(99),
]

/** Encoders define quality 75, their default, as half of the standard's steps. */
function atQuality75(steps: readonly number[]): Uint8Array {
  return Uint8Array.from(steps, (step) => Math.floor((step * 50 + 50) / 100))
}

export const quantization = {
  luminance: atQuality75(luminanceSteps),
  chrominance: atQuality75(chrominanceSteps),
}

export type CodeTable = Readonly<{
  /** Number of code words of each length from 1 to 16 bits. */
  lengths: Uint8Array
  /** Symbols, by length of their code words. */
  symbols: Uint8Array
}>

const dcSymbols = Uint8Array.from({ length: 12 }, (_, bits) => bits)

export const codeTables = {
  luminanceDc: {
    lengths: Uint8Array.of(0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0),
    symbols: dcSymbols,
  },
  chrominanceDc: {
    lengths: Uint8Array.of(0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0),
    symbols: dcSymbols,
  },
  luminanceAc: {
    lengths: Uint8Array.of(0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125),
    symbols: bytesOf(
      '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728' +
        '292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a83848586878889' +
        '8a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2' +
        'e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
    ),
  },
  chrominanceAc: {
    lengths: Uint8Array.of(0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119),
    symbols: bytesOf(
      '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a26' +
        '2728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a828384858687' +
        '88898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9da' +
        'e2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
    ),
  },
}

function bytesOf(hexadecimal: string): Uint8Array {
  const digits = hexadecimal.match(/../g) ?? []
  return Uint8Array.from(digits, (pair) => parseInt(pair, 16))
}

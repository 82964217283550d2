// Numbers and letters inside bytes; what lies beyond the end reads as zeros.

export type ByteView = Readonly<{
  length: number
  letters: (at: number, count: number) => string
  uint8: (at: number) => number
  uint16Little: (at: number) => number
  uint32Little: (at: number) => number
  uint32: (at: number) => number
}>

export function byteView(bytes: Uint8Array): ByteView {
  const uint8 = (at: number): number => bytes[at] ?? 0
  const uint16Little = (at: number): number => uint8(at) + uint8(at + 1) * 256
  const uint16 = (at: number): number => uint8(at) * 256 + uint8(at + 1)
  return {
    length: bytes.length,
    letters: (at, count) => String.fromCharCode(...bytes.subarray(at, at + count)),
    uint8,
    uint16Little,
    uint32Little: (at) => uint16Little(at) + uint16Little(at + 2) * 65536,
    uint32: (at) => uint16(at) * 65536 + uint16(at + 2),
  }
}

// Why a GPU runs slower than it could, as its driver counts the reasons.

/** By bit; an idle GPU and one that is told its clocks are not held back. */
const reasons: readonly Readonly<{ bit: number; reason: string }>[] = [
  { bit: 0x4, reason: 'power cap' },
  { bit: 0x8, reason: 'hardware slowdown' },
  { bit: 0x10, reason: 'sync boost' },
  { bit: 0x20, reason: 'software thermal slowdown' },
  { bit: 0x40, reason: 'hardware thermal slowdown' },
  { bit: 0x80, reason: 'power brake' },
]

export function throttleReasons(bits: number): string[] {
  return reasons.filter(({ bit }) => (bits & bit) !== 0).map(({ reason }) => reason)
}

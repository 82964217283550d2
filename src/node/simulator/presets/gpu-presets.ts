// Data-sheet numbers of the GPUs the simulator can pretend to be. Approximate: they give the order of magnitude.

export type Gpu = Readonly<{
  name: string
  /** Dense BF16 peak, 10¹² operations per second. */
  peakTflops: number
  memoryBandwidthTBPerS: number
  /** As the driver reports it, a little under the number on the box. */
  memoryGiB: number
  /** One direction of the link to the other GPUs of the host. */
  linkGBPerS: number
}>

export const gpus = {
  a100: {
    name: 'A100 80GB SXM',
    peakTflops: 312,
    memoryBandwidthTBPerS: 2.04,
    memoryGiB: 79.2,
    linkGBPerS: 300,
  },
  h100: {
    name: 'H100 80GB SXM',
    peakTflops: 989,
    memoryBandwidthTBPerS: 3.35,
    memoryGiB: 79.2,
    linkGBPerS: 450,
  },
  h200: {
    name: 'H200 141GB SXM',
    peakTflops: 989,
    memoryBandwidthTBPerS: 4.8,
    memoryGiB: 139.8,
    linkGBPerS: 450,
  },
  l4: {
    name: 'L4 24GB',
    peakTflops: 121,
    memoryBandwidthTBPerS: 0.3,
    memoryGiB: 22.0,
    linkGBPerS: 32,
  },
} as const satisfies Record<string, Gpu>

// What sampling from a file takes, whichever dataset it holds.

export type SampleOptions = Readonly<{
  /** Requests wanted. */
  count: number
  seed: number
  shuffle: boolean
  /** Repeat requests when the dataset holds too few. */
  oversample: boolean
  requestIdPrefix: string
}>

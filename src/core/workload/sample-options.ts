// What sampling from a file takes, whichever dataset it holds.
import type { Repeats } from '#core/compat/compat-profile.ts'
import type { PythonRandom } from '#core/random/python-random.ts'

export type SampleOptions = Readonly<{
  /** Requests wanted. */
  count: number
  seed: number
  shuffle: boolean
  /** How requests are repeated when the dataset holds too few. */
  repeats: Repeats
  requestIdPrefix: string
  /** Of the whole benchmark: later draws continue from its state. */
  random: PythonRandom
}>

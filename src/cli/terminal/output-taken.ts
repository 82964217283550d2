// Waits for a reader of standard output that is slower than what is printed, so that the rest needs no memory.
import { once } from 'node:events'

/** Resolves at once unless text waits to be read; also when the reader is gone. */
export async function outputTaken(output = process.stdout): Promise<void> {
  if (!output.writableNeedDrain) return
  await Promise.race(['drain', 'close', 'error'].map((event) => once(output, event)))
}

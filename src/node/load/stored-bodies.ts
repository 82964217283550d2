// Parts of request bodies that are in a file, read as they are sent. The file was written just before, so that the system
// mostly has it in memory; the time to read it is part of the send lag.
import { closeSync, openSync, readSync } from 'node:fs'
import type { ReadFile } from '#core/protocol/requests/planned-bodies.ts'

const descriptors = new Map<string, number>()

export const readStored: ReadFile = ({ of: { path, startsAt }, from, to }, into, at) => {
  const descriptor = descriptors.get(path) ?? openSync(path, 'r')
  descriptors.set(path, descriptor)
  for (let done = from; done < to;) {
    const count = readSync(descriptor, into, at + done - from, to - done, startsAt + done)
    if (count === 0) throw new Error(`${path} ends before ${startsAt + to}.`)
    done += count
  }
}

/** Called after this thread's load. */
export function closeStored(): void {
  descriptors.forEach((descriptor) => closeSync(descriptor))
  descriptors.clear()
}

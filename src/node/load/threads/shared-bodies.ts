// The bodies of a plan in memory that all threads see: none of them is copied per thread.
import type { PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'

export function inSharedMemory({ texts, parts, firstParts }: PlannedBodies): PlannedBodies {
  const memory = new SharedArrayBuffer(texts.reduce((total, { length }) => total + length, 0))
  let end = 0
  const shared = texts.map((text) => {
    const place = new Uint8Array(memory, end, text.length)
    place.set(text)
    end += text.length
    return place
  })
  return { texts: shared, parts: inShared(parts), firstParts: inShared(firstParts) }
}

function inShared(numbers: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(numbers.byteLength))
  shared.set(numbers)
  return shared
}

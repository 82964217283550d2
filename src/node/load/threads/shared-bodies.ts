// The bodies of a plan in memory that all threads see: none of them is copied per thread.

export function sharedBodies(bodies: readonly Uint8Array[]): readonly Uint8Array[] {
  const memory = new SharedArrayBuffer(bodies.reduce((total, { length }) => total + length, 0))
  let end = 0
  return bodies.map((body) => {
    const shared = new Uint8Array(memory, end, body.length)
    shared.set(body)
    end += body.length
    return shared
  })
}

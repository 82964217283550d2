// Differences of two heap snapshots of one page, by type of object.

type Snapshot = Readonly<{
  snapshot: Readonly<{ meta: Readonly<{ node_fields: readonly string[] }> }>
  nodes: readonly number[]
  strings: readonly string[]
}>

const shown = 5

/** The types that grew most, with their bytes; texts count as one type. */
export function growthOf(before: string, after: string): string {
  const [earlier, later] = [bytesByType(before), bytesByType(after)]
  const grown = [...later]
    .map(([name, bytes]) => ({ name, bytes: bytes - (earlier.get(name) ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
  return grown
    .slice(0, shown)
    .map(({ name, bytes }) => `${name} ${(bytes / 1024).toFixed(0)} KiB`)
    .join(', ')
}

function bytesByType(text: string): Map<string, number> {
  const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot
  const fields = snapshot.meta.node_fields
  const place = { type: fields.indexOf('type'), name: fields.indexOf('name') }
  const size = fields.indexOf('self_size')
  /** Names in the order of V8's types: hidden, array, string, object, code, closure, regexp, number, native. */
  const named = new Set([3, 5, 8])
  const bytes = new Map<string, number>()
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = nodes[node + place.type] ?? 0
    const name = named.has(type) ? (strings[nodes[node + place.name] ?? 0] ?? '') : `type ${type}`
    bytes.set(name, (bytes.get(name) ?? 0) + (nodes[node + size] ?? 0))
  }
  return bytes
}

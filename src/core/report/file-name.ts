// A file name from a name that the user gave.

const longest = 120

/** What every file system takes. */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, longest)
  return plain.replace(/^[-.]+|[-.]+$/g, '') || 'report'
}

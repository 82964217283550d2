// The shape of what a client prints and saves: everything but its numbers, dates and ids.

/** Lines one client prints and the other does not, on purpose. */
const onPurpose: readonly RegExp[] = [
  // Ours has our own flags, theirs those of all datasets first.
  /^Namespace\(/,
  // Ours go to standard error.
  /^WARNING: /,
  /^tip: install termplotlib/,
  /^timed-trace: /,
  // Ours is not printed on success, and a failure is a note.
  /^Profiler (started|stopped)$/,
  /^(Starting|Stopping) profiler\.\.\.$/,
  /^$/,
]

/** Lines with numbers as `#`, in their order. */
export function printedShape(output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => !onPurpose.some((pattern) => pattern.test(line)))
    .map((line) => line.replaceAll(/-?\d+(\.\d+)?(e-?\d+)?/g, '#').replace(/(?<=#) +$/, ''))
}

/** One line per key in the order of the file: its name and the type of its value. */
export function resultShape(result: string): readonly string[] {
  const parsed: unknown = JSON.parse(result)
  if (typeof parsed !== 'object' || parsed === null) throw new Error('no object')
  return Object.entries(parsed).map(([key, value]) => `${key}: ${typeIn(result, key, value)}`)
}

/** Python distinguishes floats from integers; JSON only by how they are written. */
function typeIn(text: string, key: string, value: unknown): string {
  if (typeof value === 'number') {
    const [, written = ''] = new RegExp(`"${key}": (-?[0-9.e+-]+)`).exec(text) ?? []
    return /[.e]/.test(written) ? 'float' : 'int'
  }
  if (Array.isArray(value)) return `list of ${value.length}`
  return value === null ? 'null' : typeof value
}

/** Values that depend on what was asked, and not on time. */
export const exactKeys = [
  ...['endpoint_type', 'backend', 'label', 'model_id', 'tokenizer_id', 'num_prompts'],
  ...['request_rate', 'burstiness', 'max_concurrency', 'completed', 'failed'],
  ...['total_input_tokens', 'total_output_tokens', 'total_input_sequences'],
  ...['input_lens', 'output_lens', 'generated_texts', 'errors'],
  // Runs of less than a second fill one second, whatever the client.
  'max_concurrent_requests',
]

export type Difference = Readonly<{ what: string; theirs: string; ours: string }>

export function differences(
  what: string,
  theirs: readonly string[],
  ours: readonly string[],
): readonly Difference[] {
  const [theirText, ourText] = [theirs.join('\n'), ours.join('\n')]
  return theirText === ourText ? [] : [{ what, theirs: theirText, ours: ourText }]
}

export function valueDifferences(theirs: string, ours: string): readonly Difference[] {
  const [theirValues, ourValues] = [theirs, ours].map((text) => JSON.parse(text) as object)
  const textOf = (values: object | undefined, key: string) =>
    JSON.stringify(new Map(Object.entries(values ?? {})).get(key)) ?? 'nothing'
  return exactKeys.flatMap((key) =>
    differences(key, [textOf(theirValues, key)], [textOf(ourValues, key)]),
  )
}

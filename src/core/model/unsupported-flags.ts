// Flags some version of `vllm bench serve` or its predecessors takes and this one does not. They are refused by
// name with a reason: a flag that is quietly ignored makes a number mean something else.

const flagsByReason: readonly (readonly [reason: string, flags: readonly string[]])[] = []

/** What flags were called before; written in full, the earlier names still go. */
export const renamedFlags: ReadonlyMap<string, string> = new Map([
  ['--dataset', '--dataset-path'],
  ['--endpoint-type', '--backend'],
  ['--custom-skip-chat-template', '--skip-chat-template'],
])

/** Flag to reason; the reason completes a sentence that begins with the flag. */
export const unsupportedFlags: ReadonlyMap<string, string> = new Map(
  flagsByReason.flatMap(([reason, flags]) => flags.map((flag) => [flag, reason] as const)),
)

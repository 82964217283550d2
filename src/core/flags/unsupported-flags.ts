// Flags of `vllm bench serve` or its predecessors that are refused, with the reason. A flag that is ignored silently
// changes what a number means.

const flagsByReason: readonly (readonly [reason: string, flags: readonly string[]])[] = [
  [
    'chooses a column of any dataset of the hub, and here the columns of each dataset are known',
    ['--hf-text-column'],
  ],
  [
    'sends turns without what was said before them, which are no conversations; random with --random-prefix-len or prefix_repetition shares prefixes',
    ['--multi-turn-prefix-global-ratio', '--multi-turn-prefix-conversation-ratio'],
  ],
]

/** Flag to reason; the reason completes a sentence that begins with the flag. */
export const unsupportedFlags: ReadonlyMap<string, string> = new Map(
  flagsByReason.flatMap(([reason, flags]) => flags.map((flag) => [flag, reason] as const)),
)

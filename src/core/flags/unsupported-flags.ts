// Flags of `vllm bench serve` or its predecessors that are refused, with the reason. Ignoring a flag silently would change the
// meaning of a number.

const flagsByReason: readonly (readonly [reason: string, flags: readonly string[]])[] = [
  [
    'chooses a column of any dataset of the hub, and here the columns of each dataset are known',
    ['--hf-text-column'],
  ],
  [
    'sends turns without what was said before them, which are no conversations; random with --random-prefix-len or prefix_repetition shares prefixes',
    ['--multi-turn-prefix-global-ratio', '--multi-turn-prefix-conversation-ratio'],
  ],
  [
    'belongs to questions about downloaded videos, which vLLM-Omni cuts into frames and scores; not built in, prompts can be sent with --dataset-name custom',
    [
      '--daily-omni-inline-local-video',
      '--daily-omni-input-mode',
      '--daily-omni-pack-mode',
      '--daily-omni-qa-json',
      '--daily-omni-save-eval-items',
      '--daily-omni-video-dir',
      '--videomme-duration',
      '--videomme-inline-local-video',
      '--videomme-max-frames',
      '--videomme-pack-mode',
      '--videomme-parquet',
      '--videomme-save-eval-items',
      '--videomme-subtitle-dir',
      '--videomme-use-subtitle',
      '--videomme-video-dir',
    ],
  ],
  ['is the default, so that it can be left out', ['--seed-tts-inline-ref-audio']],
  [
    'belongs to openai-realtime-tts and openai-realtime-duplex, sessions of several turns over WebSocket, which are not built in',
    ['--seed-tts-turns-per-session'],
  ],
  [
    'scores speech with a speech recognizer, which is not built in',
    ['--seed-tts-wer-eval', '--seed-tts-wer-save-items'],
  ],
  [
    'belongs to OmniInteract, a benchmark of sessions that listen and speak at once, which is not built in',
    [
      '--omniinteract-eval-output-dir',
      '--omniinteract-eval-skip-existing',
      '--omniinteract-eval-workers',
      '--omniinteract-evaluate',
      '--omniinteract-judge-api-key',
      '--omniinteract-judge-base-url',
      '--omniinteract-judge-max-tokens',
      '--omniinteract-judge-model',
      '--omniinteract-judge-timeout-s',
      '--omniinteract-max-video-duration-s',
      '--omniinteract-media-timeout-s',
      '--omniinteract-output-dir',
      '--omniinteract-ref-audio',
      '--omniinteract-require-response',
      '--omniinteract-scenario-focus',
      '--omniinteract-scenario-tags',
      '--omniinteract-subsets',
      '--omniinteract-timeout-s',
      '--omniinteract-video-list',
    ],
  ],
]

/** Flag to reason; the reason completes a sentence that begins with the flag. */
export const unsupportedFlags: ReadonlyMap<string, string> = new Map(
  flagsByReason.flatMap(([reason, flags]) => flags.map((flag) => [flag, reason] as const)),
)

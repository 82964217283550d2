// The flags of `bench serve`, for the command line and for commands that are pasted into the form.
import { flagsOf } from '#core/flags/flag.ts'
import { idleFlags } from '#core/flags/idle.ts'
import { outputFlags } from '#core/flags/output.ts'
import { seriesFlags } from '#core/flags/series.ts'
import { unsupportedFlags } from '#core/flags/unsupported-flags.ts'
import { benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { conversationSwitchRecords } from '#core/flags/conversations.ts'

export const benchServeFlags = [
  ...benchmarkFlags,
  ...flagsOf('Dataset', conversationSwitchRecords),
  ...outputFlags,
  ...seriesFlags,
  ...idleFlags,
]

/** Flags of clients that others derived from `benchmark_serving.py`, with the reason of a refusal. */
const flagsOfForks: readonly (readonly [flag: string, reason: string])[] = [
  [
    '--use-chat-template',
    "belongs to InferenceX's client; with --backend openai-chat --endpoint /v1/chat/completions the server applies the template",
  ],
  ['--dsv4', "belongs to InferenceX's client, which writes the chats of DeepSeek V4 itself"],
  ['--random-ids', "belongs to TensorRT-LLM's client; --prompt-token-ids sends token ids"],
  ['--save-startup-metrics', "belongs to TensorRT-LLM's client and server"],
  ['--run-eval', 'scores responses, which is not built in'],
]

/** Parameters of `findFlag` and `readArguments`. */
export const benchServeFlagSet = {
  flags: benchServeFlags,
  refused: new Map([...unsupportedFlags, ...flagsOfForks]),
  renamed: new Map(
    benchServeFlags.flatMap(({ flag, formerNames = [], rustNames = [] }) =>
      [...formerNames, ...rustNames].map((name) => [name, flag] as const),
    ),
  ),
  helpCommand: 'kneepoint bench serve --help',
}

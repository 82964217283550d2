// The flags of `bench serve`, for the command line and for commands that are pasted into the form.
import { flagsOf } from '#core/flags/flag.ts'
import { idleFlags } from '#core/flags/idle.ts'
import { outputFlags } from '#core/flags/output.ts'
import { seriesFlags } from '#core/flags/series.ts'
import { unsupportedFlags } from '#core/flags/unsupported-flags.ts'
import { benchmarkFlags } from '#core/model/benchmark/benchmark-fields.ts'
import { conversationSwitchRecords } from './conversation-switch.ts'
import { appError } from '../model/app-error.ts'
import { splitShellText } from '../shell/split-shell-text.ts'

export const benchServeFlags = [
  ...benchmarkFlags,
  ...flagsOf('Dataset', conversationSwitchRecords),
  ...outputFlags,
  ...seriesFlags,
  ...idleFlags,
]

/** How `findFlag` and `readArguments` take them. */
export const benchServeFlagSet = {
  flags: benchServeFlags,
  refused: unsupportedFlags,
  renamed: new Map(
    benchServeFlags.flatMap(({ flag, formerNames = [], rustNames = [] }) =>
      [...formerNames, ...rustNames].map((name) => [name, flag] as const),
    ),
  ),
  helpCommand: 'kneepoint bench serve --help',
}

// A pasted command line that runs a benchmark, by whichever of its names over the years: where its arguments begin.

/** What comes right before the arguments. */
const entrances: readonly (readonly RegExp[])[] = [
  [/(^|\/)(vllm|kneepoint)$/, /^bench$/, /^serve$/],
  [/^vllm\.entrypoints\.cli\.main$/, /^bench$/, /^serve$/],
  [/(^|\/)benchmark_serving\.py$/],
]

/** Throws `invalid-input` for text no shell would take, and for other commands. */
export function benchArguments(text: string): readonly string[] {
  const words = splitShellText(withoutRemarks(text).trim())
  for (const entrance of entrances) {
    const at = words.findIndex((_, index) =>
      entrance.every((pattern, offset) => pattern.test(words[index + offset] ?? '')),
    )
    if (at >= 0) return words.slice(at + entrance.length)
  }
  throw appError('invalid-input', 'files.notBench')
}

/** Notes and guides explain a command line by line, behind a backslash that no shell would take for one any more. */
function withoutRemarks(text: string): string {
  return text.replace(remarkOrKept, (_, kept: string | undefined) => kept ?? '')
}

/** What is quoted or escaped is kept, so that a `#` in it is no remark; nor is one inside a word. */
const remarkOrKept =
  /('[^']*'|"(?:[^"\\]|\\[^])*"|\\[^\s#])|(?:^|\\[ \t]*|(?<![ \t\\])[ \t]+)#.*|\\[ \t]+$/gm

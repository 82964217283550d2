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

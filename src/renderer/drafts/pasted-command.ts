// A pasted command line as a draft of the form, and the arguments that the form has no field for.
import type { ErrorContent } from '#core/messages/message.ts'
import { benchServeFlagSet } from '#core/command-line/bench-serve-flags.ts'
import { withConversations } from '#core/command-line/conversation-switch.ts'
import { type ParsedArguments, readArguments } from '#core/command-line/parse-arguments.ts'
import { pastedBench } from '#core/command-line/pasted-bench.ts'
import type { ConversationSwitch } from '#core/flags/conversations.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import {
  benchmarkFieldsSchema,
  benchmarkFlags,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'
import { idleFlags, type IdleOption } from '#core/flags/idle.ts'
import { outputFlags, type OutputOption } from '#core/flags/output.ts'
import { seriesFlags, type SeriesOption } from '#core/flags/series.ts'
import { fieldText, writeField, type BenchmarkDraft } from './benchmark-draft.ts'

export type NotTaken = ErrorContent

export type PastedCommand = Readonly<{
  draft: BenchmarkDraft
  /** Number of its flags that have a field, including flags at their default. */
  taken: number
  /** The server in the command, if any. */
  baseUrl: string | null
  /** Flags about files and the terminal, which the window handles elsewhere. */
  fileFlags: readonly string[]
  /** Flags without effect here. */
  idleFlags: readonly string[]
  /** Flags that make a command line start several runs, or none. */
  seriesFlags: readonly string[]
  notTaken: readonly NotTaken[]
}>

type ParsedCommand = ParsedArguments<
  BenchmarkField | OutputOption | SeriesOption | IdleOption | ConversationSwitch
>

/** Throws `invalid-input` if the command does not exist. */
export function readPastedCommand(text: string): PastedCommand {
  const { args, notes } = pastedBench(text)
  const { refusals, ...read } = readArguments(args, benchServeFlagSet)
  const { parsed, refusal } = withConversations(read)
  const { values } = parsed
  const given = flagsInOrder.filter(({ field }) => values[field] !== undefined)
  return {
    draft: given.reduce<BenchmarkDraft>(
      (draft, flag) => writeField(draft, flag, textOf(flag, parsed)),
      {},
    ),
    taken: given.length,
    baseUrl: baseUrlIn(parsed),
    fileFlags: outputFlags.filter(({ field }) => values[field]).map(({ flag }) => flag),
    idleFlags: idleFlags.filter(({ field }) => values[field]).map(({ flag }) => flag),
    seriesFlags: seriesFlags.filter(({ field }) => values[field]).map(({ flag }) => flag),
    notTaken: [
      ...[...refusals, ...(refusal === null ? [] : [refusal])].map(({ content }) => content),
      ...notes,
    ],
  }
}

/** The compatibility profile first, because defaults depend on it. */
const flagsInOrder = benchmarkFlags
  .filter(({ place }) => place !== 'server')
  .sort((a, b) => Number(b.field === 'compat') - Number(a.field === 'compat'))

/** An invalid value is kept unchanged, so that its problem is shown at its field. */
function textOf(flag: BenchmarkFlag, { values, written }: ParsedCommand): string {
  const read = benchmarkFieldsSchema.safeParse({ [flag.field]: values[flag.field] })
  return read.success ? fieldText(flag, read.data) : (written[flag.field] ?? '')
}

function baseUrlIn({ written: { baseUrl, host, port } }: ParsedCommand): string | null {
  if (baseUrl !== undefined || (host === undefined && port === undefined)) return baseUrl ?? null
  const { host: usualHost, port: usualPort } = defaultBenchmarkConfig
  return `http://${host ?? usualHost}:${port ?? usualPort}`
}

// Extracts a benchmark's arguments from pasted text, under any name that the command has had.
import { listed, type MessageWithRemedy, remedied } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { assignment } from './paste-commands.ts'
import { knownArguments, pastedProgram, type PastedProgram } from './paste-program.ts'
import { pasteNotes } from './paste-notes.ts'
import { benchServeFlags } from './bench-serve-flags.ts'
import { sglangArguments } from './sglang-arguments.ts'

const sglangEntrance = [/(?:^|[./])sglang[./]bench_serving(?:\.py)?$/]

const entrances = [
  [/(^|\/)(?:vllm|kneepoint|vllm-rs)$/, /^bench$/, /^serve$/],
  [/(^|\/)vllm-bench$/, /^serve$/],
  [/(^|\/)vllm-bench$/],
  [/^vllm\.entrypoints\.cli\.main$/, /^bench$/, /^serve$/],
  [/(^|[./])vllm[./]benchmarks[./]serve(?:\.py)?$/],
  [/(^|\/)benchmark_serving\.py$/],
  sglangEntrance,
  [/(^|\/)bench_serving\.py$/],
] as const

export type PastedBench = Readonly<{
  args: readonly string[]
  /** Ignored parts, with reasons. */
  notes: readonly MessageWithRemedy[]
}>

/** Throws `invalid-input` if no benchmark is found, or if a quote in it is never closed. */
export function pastedBench(text: string): PastedBench {
  const program = pastedProgram(text, entrances)
  if (program === null) throw appError('invalid-input', 'files.notBench')
  const { args, unknown } = knownArguments(program.words, isSwitch)
  const notes = [...pasteNotes(program, unknown), ...environmentNotes(program)]
  if (!isSglang(program)) return { args, notes }
  const translated = sglangArguments(args)
  return { args: translated.args, notes: [...notes, ...translated.notes] }
}

function isSglang({ entrance }: PastedProgram): boolean {
  return entrance === sglangEntrance || entrance === entrances.at(-1)
}

function isSwitch(word: string): boolean {
  const name = word.replaceAll('_', '-').replace(/^--no-/, '--')
  return benchServeFlags.some(({ flag, kind }) => flag === name && kind === 'switch')
}

/** Selects vLLM's Rust client, whose flags are accepted in any case. */
const meaningless = new Set(['VLLM_USE_RUST_BENCH'])

function environmentNotes({ before }: PastedProgram): readonly MessageWithRemedy[] {
  const names = before.flatMap((word) => assignment(word)?.name ?? [])
  const left = names.filter((name) => !meaningless.has(name))
  if (left.length === 0) return []
  return [remedied('paste.environment', { names: listed(left) })]
}

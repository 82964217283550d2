// `kneepoint paste [FILE]`: converts a benchmark command from a script, a report or a terminal to a Kneepoint command.
import { z } from 'zod'
import { benchServeFlags, benchServeFlagSet } from '#core/command-line/bench-serve-flags.ts'
import { readArguments } from '#core/command-line/parse-arguments.ts'
import { pastedBench } from '#core/command-line/pasted-bench.ts'
import { flagArguments, negatedFlag } from '#core/flags/flag.ts'
import { mapTexts, message } from '#core/messages/message.ts'
import { pastedProgram } from '#core/command-line/paste-program.ts'
import { printable } from '#core/base/printable.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { textOf } from './sweep/sweep-order.ts'

/** Not validated further, because the benchmark itself reports invalid values. */
const writtenValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
  z.record(z.string(), z.unknown()),
])

const sweepEntrance = [/(^|\/)vllm$/, /^bench$/, /^sweep$/, /^serve$/]

export const paste = flagCommand({
  name: 'kneepoint paste',
  words: '[FILE]',
  about:
    'Reads text with a benchmark command in it, from FILE or standard input: a script, a terminal, a guide, YAML, an ' +
    'issue; with "vllm bench serve", benchmark_serving.py, vllm-bench or sglang.bench_serving. Prints it as "kneepoint ' +
    'bench serve …", and on standard error what it left out. Exit codes: 0 a benchmark was found; 2 none was.',
  flags: {},
  async run(_, { print, note }, [file = '-']) {
    if (file === '-' && process.stdin.isTTY) note(message('paste.typeIt'))
    const pasted = await textOf(file)
    const sweep = pastedProgram(pasted, [sweepEntrance])
    if (sweep !== null) {
      const words = sweep.words.map(({ text }) => text)
      print(shellText(['kneepoint', 'bench', 'sweep', 'serve', ...words]))
      return exitCodes.done
    }
    const { args, notes } = pastedBench(pasted)
    const { values, refusals } = readArguments(args, benchServeFlagSet)
    const written = benchServeFlags.flatMap((flag) => {
      const value = values[flag.field]
      if (value === undefined) return []
      if (value === false) return [negatedFlag(flag.flag)]
      return [flag.flag, ...flagArguments(flag, writtenValue.parse(value))]
    })
    print(shellText(['kneepoint', 'bench', 'serve', ...written]))
    for (const { message: problem, remedy } of [
      ...refusals.map(({ content }) => content),
      ...notes,
    ]) {
      note(mapTexts(problem, (part) => printable(part)))
      if (remedy !== null) note(message('common.indented', { text: remedy }))
    }
    return exitCodes.done
  },
})

// `kneepoint bench serve --help`.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Flag } from '#core/flags/flag.ts'
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import { entryList, flagHelp } from './flag-help.ts'
import { wrapped } from './wrapped.ts'

const introduction =
  'Sends requests to an OpenAI-compatible server on a schedule, reports its latencies and throughput, and can ' +
  'keep the results in a file. Takes the flags of "vllm bench serve" and answers in its format.'

const example = `Example:
  kneepoint bench serve --base-url http://127.0.0.1:8000 --random-input-len 512 \\
    --num-prompts 200 --request-rate 4 --save-result`

const dialect =
  'Flags may be shortened while they stay clear, and written with _ for -. --help=FLAG or --help=GROUP shows a part.'

export function benchServeHelp(topic: string, width: number): string {
  if (topic !== '') return partHelp(topic, width)
  return [
    'Usage: kneepoint bench serve [FLAG …]',
    wrapped(introduction, width).join('\n'),
    flagHelp(benchServeFlags, width),
    wrapped(dialect, width).join('\n'),
    example,
  ].join('\n\n')
}

function partHelp(topic: string, width: number): string {
  const word = topic.toLowerCase().replace(/^-+/, '').replaceAll('_', '-')
  const found = benchServeFlags.filter(
    ({ flag, group }) => flag.slice(2).startsWith(word) || group.toLowerCase() === word,
  )
  if (found.length > 0) return [entryList(found, width), ...differences(found, width)].join('\n\n')
  throw new AppError('invalid-input', message('cli.noFlagOrGroup', { name: topic }), {
    remedy: message('cli.noFlagOrGroup.remedy'),
  })
}

/** Of one flag alone: of a whole group it would be too much. */
function differences(found: readonly Flag[], width: number): readonly string[] {
  const [only, ...others] = found
  const text = others.length > 0 ? undefined : only?.difference
  return text === undefined ? [] : [wrapped(`Unlike the original: ${text}`, width).join('\n')]
}

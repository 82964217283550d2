import { commandLineTexts } from '#core/flags/texts/command-line-texts.ts'
import { appError } from '#core/model/app-error.ts'
import type { Flag } from '#core/flags/flag.ts'
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import type { Terminal } from '../command.ts'
import { entryList, flagHelp, type FlagPage } from './flag-help.ts'
import { wrapped } from './wrapped.ts'

const example = `  kneepoint bench serve --base-url http://127.0.0.1:8000 --random-input-len 512 \\
    --num-prompts 200 --request-rate 4 --save-result`

export function benchServeHelp(topic: string, terminal: Terminal): string {
  const { columns, outputLanguage: language } = terminal
  const { help, flags: summaries } = commandLineTexts[language]
  const page = { language, columns, summaries }
  if (!/^(?:|all|page|listgroup)$/i.test(topic)) return partHelp(topic, page)
  return [
    `${help.usage}kneepoint bench serve [FLAG …]`,
    wrapped(help.benchServe, columns).join('\n'),
    flagHelp(benchServeFlags, page),
    wrapped(help.spelling, columns).join('\n'),
    `${help.example}\n${example}`,
  ].join('\n\n')
}

function partHelp(topic: string, page: FlagPage): string {
  const word = topic.toLowerCase().replace(/^-+/, '').replaceAll('_', '-')
  const found = benchServeFlags.filter(
    ({ flag, group }) => flag.slice(2).startsWith(word) || group.toLowerCase() === word,
  )
  if (found.length > 0) return [entryList(found, page), ...differences(found, page)].join('\n\n')
  throw appError('invalid-input', 'cli.noFlagOrGroup', { name: topic })
}

/** Shown only for a single flag, because a group would need too much space. */
function differences(found: readonly Flag[], { language, columns }: FlagPage): readonly string[] {
  const [only, ...others] = found
  const { help } = commandLineTexts[language]
  const text = others.length > 0 ? undefined : only?.difference
  return text === undefined ? [] : [wrapped(`${help.difference} ${text}`, columns).join('\n')]
}

// `kneepoint --help`: the commands.
import { commandLineTexts } from '#core/flags/texts/command-line-texts.ts'
import type { Screen } from '../terminal/screen.ts'
import { definitionList } from './wrapped.ts'

export function programHelp({ columns, outputLanguage }: Screen): string {
  const { help } = commandLineTexts[outputLanguage]
  return [
    `${help.usage}kneepoint COMMAND [FLAG …]`,
    help.program,
    `${help.commandsTitle}\n${definitionList(Object.entries(help.commands), columns)}`,
    help.more,
  ].join('\n\n')
}

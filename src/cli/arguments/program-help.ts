import { commandLineTexts } from '#core/flags/texts/command-line-texts.ts'
import { withFeatures } from '../feature-commands.ts'
import type { Screen } from '../terminal/screen.ts'
import { definitionList } from './wrapped.ts'

export function programHelp({ columns, outputLanguage }: Screen): string {
  const { help } = commandLineTexts[outputLanguage]
  const commands = withFeatures(Object.entries(help.commands), ({ usage, summary }) => [
    [usage, summary[outputLanguage]],
  ])
  return [
    `${help.usage}kneepoint COMMAND [FLAG …]`,
    help.program,
    `${help.commandsTitle}\n${definitionList(commands, columns)}`,
    help.more,
  ].join('\n\n')
}

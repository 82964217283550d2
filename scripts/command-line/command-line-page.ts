// docs/cli.md: the help of every command, and what exit codes mean.
import { exitStatuses } from './exit-statuses.ts'
import { helpOfCommands } from './help-of-commands.ts'

const columns = 100

export async function commandLinePage(): Promise<string> {
  const helps = await helpOfCommands(columns)
  const links = helps.map(({ name }) => `[${name}](#kneepoint-${name.replaceAll(' ', '-')})`)
  return [
    '# Command line',
    '<!-- Written by scripts/make-cli-page.ts from the code; edit there. -->',
    'What each command prints with `--help`. `--lang zh`, or a Chinese locale, shows it in Chinese.',
    links.join(' · '),
    '## Exit codes',
    ['| code | means |', '| ---: | --- |']
      .concat(exitStatuses.map(({ code, meaning }) => `| ${code} | ${meaning} |`))
      .join('\n'),
    ...helps.flatMap(({ name, text }) => [`## kneepoint ${name}`, `\`\`\`text\n${text}\n\`\`\``]),
  ].join('\n\n')
}

// kneepoint(1) in roff, made from the help of every command.
import { helpEn } from '../../src/core/messages/en/help.ts'
import { exitStatuses } from './exit-statuses.ts'
import { helpOfCommands } from './help-of-commands.ts'

/** The indent of a preformatted text leaves so much of a screen of 80. */
const columns = 72

export async function manPage(version: string): Promise<string> {
  const helps = await helpOfCommands(columns)
  return [
    `.TH KNEEPOINT 1 "" "kneepoint ${version}" "User Commands"`,
    '.SH NAME',
    'kneepoint \\- measure, tune and size LLM servers',
    '.SH SYNOPSIS',
    '.B kneepoint',
    '.I COMMAND',
    '[\\fIFLAG\\fR ...]',
    '.SH DESCRIPTION',
    roff(helpEn.program),
    ...helps.flatMap(({ name, text }) => [
      `.SH ${roff(name).toUpperCase()}`,
      '.nf',
      roff(text),
      '.fi',
    ]),
    '.SH EXIT STATUS',
    ...exitStatuses.flatMap(({ code, meaning }) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, roff(meaning)]),
    '',
  ].join('\n')
}

const environment = [
  [
    'KNEEPOINT_DATA',
    'Folder of the database; without it, the place the system keeps data of programs.',
  ],
  ['OPENAI_API_KEY', 'Key for servers that ask for one.'],
  ['LANG, LC_ALL', 'Language of messages: Chinese where it begins with zh.'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'Proxies.'],
] as const

/** Nothing in it is a request or an escape. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .split('\n')
    .map((line) => (/^[.']/.test(line) ? `\\&${line}` : line))
    .join('\n')
}

// The `kneepoint` command. Help prints at once, because it loads no messages, which are most of the program.
import { guardLastWords } from '#node/crash/last-words.ts'
import { asksForProgramHelp, withHelpAsFlag } from './arguments/help-request.ts'
import { programHelp } from './arguments/program-help.ts'
import { isKnownLanguage, spokenLanguage, withoutLanguage } from './terminal/language.ts'
import { pipeClosedCode, standardOutput } from './terminal/output.ts'
import { ownScreen } from './terminal/screen.ts'

guardLastWords()
void main()

async function main(): Promise<void> {
  const { args: given, asked } = withoutLanguage(process.argv.slice(2))
  const args = withHelpAsFlag(given)
  const screen = ownScreen(spokenLanguage(asked, process.env))
  if (asksForProgramHelp(args) && isKnownLanguage(asked)) {
    standardOutput.print(`${programHelp(screen)}\n`)
    if ((await standardOutput.settle()) !== null) process.exitCode = pipeClosedCode
  } else {
    const { invoke } = await import('./invoke.ts')
    process.exitCode = await invoke(args, { asked, screen })
  }
}

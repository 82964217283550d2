// `kneepoint completions SHELL`: the script that lets a shell complete the commands.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { shells, shellScripts } from './shell-scripts.ts'

export const completions = flagCommand({
  name: 'kneepoint completions',
  words: 'bash|zsh|fish|powershell',
  about:
    'Prints a script that completes commands, flags, their values, and names of runs and hosts. Its first lines say ' +
    'where to put it.',
  flags: {},
  run(_values, { print }, [asked = '']) {
    const shell = shells.find((name) => name === asked)
    if (shell === undefined) {
      throw new AppError('invalid-input', message('cli.noShell', { name: asked }), {
        remedy: message('cli.thereAre', { names: shells.join(', ') }),
      })
    }
    print(shellScripts[shell])
    return Promise.resolve(exitCodes.done)
  },
})

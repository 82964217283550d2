// Commands that accept a file, or resume an earlier sweep.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

export function fileOrResume(command: string): AppError {
  return new AppError('invalid-input', message('cli.fileOrResume'), {
    remedy: message('cli.seeHelp', { command: `${command} --help` }),
  })
}

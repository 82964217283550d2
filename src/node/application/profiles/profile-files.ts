// Launch settings as others write them: command lines and configuration files of vLLM, in and out.
import { textOf } from '#core/messages/message-error.ts'
import { parse, stringify } from 'yaml'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import type { ServeConfig } from '#core/model/server/serve-config.ts'
import { configFileContents, configFromFile } from '#core/vllm/flags/serve-config-file.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'

export function readConfigFile(text: string): ServeConfig {
  return configFromFile(parsed(text), ownFlagIndex())
}

export function writeConfigFile({ config }: LaunchProfile): string {
  return stringify(configFileContents(config))
}

/** Ten times what any such file holds; YAML made to be slow takes a time that grows with its square. */
const longestFile = 16_384

function parsed(text: string): unknown {
  if (text.length > longestFile) throw tooLong(text.length)
  try {
    return parse(text, { logLevel: 'error' })
  } catch (cause) {
    throw new AppError('invalid-input', message('launch.notYaml', { why: textOf(cause) }), {
      field: 'text',
      remedy: message('launch.configFileForm'),
      cause,
    })
  }
}

function tooLong(length: number): AppError {
  return new AppError('invalid-input', message('launch.tooLong', { length }), {
    field: 'text',
    remedy: message('launch.tooLong.remedy', { most: longestFile }),
  })
}

// Removes secrets from a launch profile: a profile is stored and shown, and contains only the names of their variables.
import { appError } from '#core/model/app-error.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { FlagIndex } from '../flag-index.ts'
import { isSecretVariable, withoutSecrets, type Secrets } from '../secret-flags.ts'

export type SeparatedProfile = Readonly<{ profile: LaunchProfile; secrets: Secrets }>

export function separateSecrets(given: LaunchProfile, flagIndex: FlagIndex): SeparatedProfile {
  refuseRawSecrets(given.config.rawArguments, flagIndex)
  const { config, secrets: fromFlags } = withoutSecrets(given.config, flagIndex)
  const variables = Object.entries(given.environment)
  const fromVariables = Object.fromEntries(variables.filter(([name]) => isSecretVariable(name)))
  const secrets = { ...fromVariables, ...fromFlags }
  return {
    profile: {
      ...given,
      config,
      environment: Object.fromEntries(variables.filter(([name]) => !isSecretVariable(name))),
      secretNames: [...new Set([...given.secretNames, ...Object.keys(secrets)])],
    },
    secrets,
  }
}

function refuseRawSecrets(words: readonly string[], { byName }: FlagIndex): void {
  for (const word of words) {
    const name = word.replace(/^--/, '').split('=')[0]?.replaceAll('_', '-') ?? ''
    const variable = word.startsWith('--') ? byName.get(name)?.secretVariable : undefined
    if (variable === undefined) continue
    throw appError(
      'invalid-input',
      'launch.secretInArguments',
      { flag: name, name: variable },
      { field: 'rawArguments' },
    )
  }
}

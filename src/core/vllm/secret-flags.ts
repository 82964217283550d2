// Secrets are not passed as flags, because every user of a host can read a process's arguments. vLLM reads them from variables.
import type { ServeConfig } from '#core/model/launch-profile.ts'
import type { FlagIndex } from './flag-index.ts'

/** By environment variable. */
export type Secrets = Readonly<Record<string, string>>

const secretVariable = /(^|_)(TOKEN|API_?KEY|SECRET|PASSWORD|CREDENTIALS?)$/i

export function isSecretVariable(name: string): boolean {
  return secretVariable.test(name)
}

/** Moves secrets from flags to the corresponding variables. */
export function withoutSecrets(
  config: ServeConfig,
  { byName }: FlagIndex,
): Readonly<{ config: ServeConfig; secrets: Secrets }> {
  const entries = Object.entries(config.flags)
  const variableOf = (name: string) => byName.get(name)?.secretVariable
  const secret = entries.flatMap(([name, value]) => {
    const variable = variableOf(name)
    const [text] = [value].flat()
    return variable === undefined || typeof text === 'object'
      ? []
      : [[variable, String(text)] as const]
  })
  const flags = Object.fromEntries(entries.filter(([name]) => variableOf(name) === undefined))
  return { config: { ...config, flags }, secrets: Object.fromEntries(secret) }
}

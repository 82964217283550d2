// A launch profile from a command line: options of the launch, and vLLM's arguments after `--`.
import { flagName, type OptionValues } from '#core/flags/flag.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import { launchProfileSchema, type LaunchProfile } from '#core/model/launch-profile.ts'
import { groupSettings } from '#core/vllm/launch/launched-group.ts'
import { parseServeArguments } from '#core/vllm/parse-serve-arguments.ts'
import { separateSecrets, type SeparatedProfile } from '#core/vllm/launch/separate-secrets.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { launchFlags } from './launch-flags.ts'

type LaunchSettings = OptionValues<typeof launchFlags>

export function launchProfileFrom(
  { name, gpus, env, secret, readyTimeoutS, ...places }: LaunchSettings,
  words: readonly string[],
): SeparatedProfile {
  const flagIndex = ownFlagIndex()
  const { flags, ...config } = parseServeArguments(words, flagIndex)
  if (config.model === '') throw modelMissing()
  const { host, port, ...others } = flags
  const profile = launchProfileSchema.parse({
    name: name ?? config.model,
    runtime: runtimeOf(places),
    config: { ...config, flags: others },
    environment: env ?? {},
    secretNames: secret ?? [],
    gpus: gpus === null ? null : gpus.split(','),
    job: jobOf(places),
    ...groupSettings(places, flagIndex),
    ...(typeof host === 'string' && { address: host }),
    port: typeof port === 'number' ? port : null,
    readyTimeoutS,
  })
  return separateSecrets(profile, flagIndex)
}

/** Options of a job, and the fields that they set. */
const jobFields = {
  ...{ partition: 'partition', account: 'account', qos: 'qos', timeLimit: 'timeLimit' },
  ...{ gpusPerNode: 'gpusPerNode', sbatchOption: 'options', nodes: 'nodes' },
  ...{ loadNodes: 'loadNodes', loadSbatchOption: 'loadOptions', setup: 'setup' },
} as const

function jobOf(settings: Pick<LaunchSettings, 'slurm' | keyof typeof jobFields>): unknown {
  const given = (Object.keys(jobFields) as (keyof typeof jobFields)[]).filter(
    (option) => settings[option] !== null,
  )
  if (settings.slurm) {
    return Object.fromEntries(given.map((option) => [jobFields[option], settings[option]]))
  }
  const [field] = given
  if (field === undefined) return null
  throw appError('invalid-input', 'cli.noJob', { flag: flagName(field) }, { field })
}

function runtimeOf({
  program,
  venv,
  image,
}: Pick<LaunchSettings, 'program' | 'venv' | 'image'>): LaunchProfile['runtime'] {
  if (image !== null) return { kind: 'docker', image, options: [] }
  if (venv !== null) return { kind: 'environment', folder: venv }
  return { kind: 'program', program: program ?? 'vllm' }
}

function modelMissing(): AppError {
  return appError('invalid-input', 'cli.noModel', {}, { field: 'model' })
}

// A launch profile from a command line: options of the launch, and vLLM's arguments after `--`.
import { flagName, type OptionValues } from '#core/flags/flag.ts'
import { slurmJobSchema } from '#core/flags/slurm-job.ts'
import { appError } from '#core/model/app-error.ts'
import { launchProfileSchema, type LaunchProfile } from '#core/model/launch-profile.ts'
import { type Section, valueAt } from '#core/sweep/file/file-place.ts'
import { groupSettings } from '#core/vllm/launch/launched-group.ts'
import { parseServeArguments } from '#core/vllm/parse-serve-arguments.ts'
import { separateSecrets, type SeparatedProfile } from '#core/vllm/launch/separate-secrets.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { launchFlags } from './launch-flags.ts'

type LaunchSettings = OptionValues<typeof launchFlags>

/** Exported for tests: arguments without `vllm serve` before them. Throws for another program, which would be read as a model. */
export function serveWords(words: readonly string[]): readonly string[] {
  const [program = '', command] = words
  if (otherProgram.test(program)) throw appError('invalid-input', 'cli.ownProgram', { program })
  return program === 'vllm' && command === 'serve' ? words.slice(2) : words
}

const otherProgram =
  /^(?:docker|podman|nerdctl|enroot|apptainer|singularity|srun|sudo|env|bash|sh|python3?|uvx?|conda)$/

export function launchProfileFrom(
  { name, gpus, env, secret, readyTimeoutS, ...places }: LaunchSettings,
  words: readonly string[],
): SeparatedProfile {
  const flagIndex = ownFlagIndex()
  const { flags, ...config } = parseServeArguments(serveWords(words), flagIndex)
  if (config.model === '') throw appError('invalid-input', 'cli.noModel', {}, { field: 'model' })
  const { host, port, ...others } = flags
  const profile = profileOfFlags({
    name: name ?? config.model,
    runtime: runtimeOf(places),
    config: { ...config, flags: others },
    environment: env ?? {},
    secretNames: secret ?? [],
    gpus: gpus === null ? null : gpus.split(','),
    job: jobOf(places),
    ...groupSettings(places, flagIndex),
    address: host,
    port,
    readyTimeoutS,
  })
  return separateSecrets(profile, flagIndex)
}

/** Fields whose flags have other names. The fields of a job have separate flags. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ address: '--host', environment: '--env', secretNames: '--secret', job: '' },
}
const fields = { ...launchProfileSchema.shape, ...slurmJobSchema.shape }

/** Throws an error that names the flag and its value. */
export function profileOfFlags(given: Section): LaunchProfile {
  return valueAt(
    launchProfileSchema,
    given,
    '',
    (field) => otherNames[field] ?? (field in fields ? flagName(field) : field),
  )
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

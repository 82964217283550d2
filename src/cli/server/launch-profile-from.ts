// A launch profile from a command line: what is said about the launch, and behind `--` what vLLM is told.
import { AppError } from '#core/model/app-error.ts'
import { launchProfileSchema, type LaunchProfile } from '#core/model/launch-profile.ts'
import { parseServeArguments } from '#core/vllm/flags/parse-serve-arguments.ts'
import { separateSecrets, type SeparatedProfile } from '#core/vllm/launch/separate-secrets.ts'
import { ownFlagBook } from '#node/remote/launch/flag-catalogue.ts'

export type LaunchSettings = Readonly<{
  name: string | null
  program: string | null
  venv: string | null
  image: string | null
  gpus: string | null
  env: Readonly<Record<string, string>> | null
  secret: readonly string[] | null
  readyTimeoutS: number
}>

export function launchProfileFrom(
  { name, gpus, env, secret, readyTimeoutS, ...places }: LaunchSettings,
  words: readonly string[],
): SeparatedProfile {
  const book = ownFlagBook()
  const { flags, ...config } = parseServeArguments(words, book)
  if (config.model === '') throw modelMissing()
  const { host, port, ...others } = flags
  const profile = launchProfileSchema.parse({
    name: name ?? config.model,
    runtime: runtimeOf(places),
    config: { ...config, flags: others },
    environment: env ?? {},
    secretNames: secret ?? [],
    gpus: gpus === null ? null : gpus.split(','),
    ...(typeof host === 'string' && { address: host }),
    port: typeof port === 'number' ? port : null,
    readyTimeoutS,
  })
  return separateSecrets(profile, book)
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
  return new AppError('invalid-input', 'The launch names no model.', {
    field: 'model',
    remedy: 'Write what vllm serve is told behind "--": kneepoint server launch HOST -- MODEL …',
  })
}

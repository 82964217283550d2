// A launch profile from a command line: options of the launch, and vLLM's arguments after `--`.
import { flagName, type OptionValues } from '#core/flags/flag.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import { launchProfileSchema, type LaunchProfile } from '#core/model/launch-profile.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { parseServeArguments } from '#core/vllm/parse-serve-arguments.ts'
import { separateSecrets, type SeparatedProfile } from '#core/vllm/launch/separate-secrets.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { launchFlags } from './launch-flags.ts'

type LaunchSettings = OptionValues<typeof launchFlags>

type PairSettings = Pick<
  LaunchSettings,
  'prefill' | 'decode' | 'prefillFlags' | 'decodeFlags' | 'router'
>

type JobSettings = Omit<LaunchSettings, 'name' | 'gpus' | 'env' | 'secret' | 'readyTimeoutS'>

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
    disaggregation: pairOf(places, flagIndex),
    ...(typeof host === 'string' && { address: host }),
    port: typeof port === 'number' ? port : null,
    readyTimeoutS,
  })
  return separateSecrets(profile, flagIndex)
}

function jobOf({
  slurm,
  partition,
  account,
  qos,
  timeLimit,
  gpusPerNode,
  sbatchOption,
  nodes,
  loadNodes,
  loadSbatchOption,
  setup,
}: JobSettings): unknown {
  const asked = { partition, account, qos, timeLimit, gpusPerNode }
  const given = { ...asked, sbatchOption, nodes, loadNodes, loadSbatchOption, setup }
  if (slurm) {
    const forLoad = { loadNodes: loadNodes ?? 0, loadOptions: loadSbatchOption ?? [] }
    return {
      ...asked,
      options: sbatchOption ?? [],
      nodes: nodes ?? 1,
      ...forLoad,
      setup: setup ?? '',
    }
  }
  return nothingOf(given, 'cli.noJob')
}

/** Null unless a setting is given for something that is not requested. */
function nothingOf(given: object, problem: 'cli.noJob' | 'cli.noPair'): null {
  const [field] = Object.entries(given).find(([, value]) => value !== null) ?? []
  if (field === undefined) return null
  throw appError('invalid-input', problem, { flag: flagName(field) }, { field })
}

/** A pair with a number of prefill instances. */
function pairOf(
  { prefill, decode, prefillFlags, decodeFlags, router }: PairSettings,
  flagIndex: FlagIndex,
): unknown {
  if (prefill !== null) {
    return {
      prefill: { instances: prefill, flags: flagsIn(prefillFlags, 'prefillFlags', flagIndex) },
      decode: { instances: decode ?? 1, flags: flagsIn(decodeFlags, 'decodeFlags', flagIndex) },
      ...(router !== null && { router }),
    }
  }
  const given = { decode, prefillFlags, decodeFlags, router }
  return nothingOf(given, 'cli.noPair')
}

/** Parses `--max-num-seqs 8`, passed as one argument. Rejects arguments that are not vLLM flags, because no field holds them. */
function flagsIn(text: string | null, field: string, flagIndex: FlagIndex) {
  const { flags, rawArguments, model } = parseServeArguments(splitShellText(text ?? ''), flagIndex)
  const [stray] = [model, ...rawArguments].filter((word) => word !== '')
  if (stray === undefined) return flags
  throw appError('invalid-input', 'cli.notAPoolFlag', { word: stray }, { field })
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

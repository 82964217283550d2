// What tells one way of running vLLM from another: how its command line begins, and what the server sees.
import type { LaunchProfile, ServeRuntime } from '#core/model/launch-profile.ts'

export type LaunchTarget = Readonly<{
  id: string
  port: number
  /** The folder of downloaded models over there; null where it is not known. */
  modelCache: string | null
  hasGpus: boolean
}>

export type RuntimeLaunch<Runtime extends ServeRuntime> = LaunchTarget &
  Readonly<{
    runtime: Runtime
    profile: LaunchProfile
    /** Every variable the server is to have, secret ones included. */
    variableNames: readonly string[]
  }>

type RuntimeTrait<Runtime extends ServeRuntime> = Readonly<{
  /** The words before the model. */
  program(launch: RuntimeLaunch<Runtime>): readonly string[]
  /** The address vLLM itself is told to listen on. */
  innerAddress(address: string): string
  /** Folders that come first on the PATH. */
  path(runtime: Runtime): readonly string[]
  /** What prints its flags when it is asked for help. */
  helpProgram(runtime: Runtime): readonly string[]
  /** The program whose version can be asked for; null where there is none by itself. */
  versionProgram(runtime: Runtime): string | null
  /** What to run once the server is gone, so that nothing of it stays. */
  clearing(launch: Pick<LaunchTarget, 'id'>): readonly string[] | null
}>

type RuntimeTraits = {
  readonly [Kind in ServeRuntime['kind']]: RuntimeTrait<Extract<ServeRuntime, { kind: Kind }>>
}

/** A process of the host itself. */
const direct = {
  innerAddress: (address: string) => address,
  path: () => [],
  versionProgram: () => null,
  clearing: () => null,
} as const

const traits: RuntimeTraits = {
  program: {
    ...direct,
    program: ({ runtime }) => [runtime.program, 'serve'],
    helpProgram: ({ program }) => [program, 'serve'],
    versionProgram: ({ program }) => program,
  },
  environment: {
    ...direct,
    program: ({ runtime }) => [`${runtime.folder}/bin/vllm`, 'serve'],
    helpProgram: ({ folder }) => [`${folder}/bin/vllm`, 'serve'],
    path: ({ folder }) => [`${folder}/bin`],
    versionProgram: ({ folder }) => `${folder}/bin/vllm`,
  },
  command: {
    ...direct,
    program: ({ runtime }) => runtime.words,
    helpProgram: ({ words }) => words,
  },
  docker: {
    ...direct,
    program: dockerRun,
    helpProgram: ({ image }) => ['docker', 'run', '--rm', image],
    innerAddress: () => '0.0.0.0',
    clearing: ({ id }) => ['docker', 'rm', '--force', containerName(id)],
  },
}

export function runtimeTrait<Kind extends ServeRuntime['kind']>(
  runtime: Extract<ServeRuntime, { kind: Kind }>,
): RuntimeTrait<Extract<ServeRuntime, { kind: Kind }>> {
  return traits[runtime.kind]
}

function containerName(id: string): string {
  return `kneepoint-${id}`
}

/**
 * In the foreground: the container then ends with our session, and its log is our log. Variables are named only;
 * docker takes their values from its own environment, so that they stand in no argument.
 */
function dockerRun(launch: RuntimeLaunch<Extract<ServeRuntime, { kind: 'docker' }>>): string[] {
  const { id, port, modelCache, hasGpus, profile, runtime, variableNames } = launch
  const cache = modelCache === null ? [] : [`${modelCache}:/root/.cache/huggingface/hub`]
  return [
    ...['docker', 'run', '--rm', '--name', containerName(id), '--label', `kneepoint.launch=${id}`],
    ...(hasGpus ? ['--gpus', gpuRequest(profile.gpus)] : []),
    ...['--ipc', 'host', '--publish', `${bracketed(profile.address)}:${port}:${port}`],
    ...cache.flatMap((volume) => ['--volume', volume]),
    ...variableNames.flatMap((name) => ['--env', name]),
    ...runtime.options,
    runtime.image,
  ]
}

/** Docker reads the request as a line of CSV: a list needs quotes of its own. */
function gpuRequest(gpus: LaunchProfile['gpus']): string {
  return gpus === null ? 'all' : `"device=${gpus.join(',')}"`
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

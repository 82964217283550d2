// What distinguishes the ways of running vLLM: how the command line begins, and what the server sees.
import type { LaunchProfile, ServeRuntime } from '#core/model/server/launch-profile.ts'
import { shellText } from '#core/shell/shell-text.ts'
import type { ServeConfig } from '#core/model/server/serve-config.ts'
import type { StartupPhase } from '#core/model/server/launch.ts'

// vLLM in a container: how docker runs it, and how to find again what it leaves. A container is identified by
// the label of its launch, never by its name: another container may have that name.
type DockerRuntime = Extract<ServeRuntime, { kind: 'docker' }>
type DockerLaunch = RuntimeLaunch<DockerRuntime>

const labelOf = (id: string) => `kneepoint.launch=${id}`

/**
 * In the foreground: the container then ends with our session, and its log is our log. Its first process is docker's own
 * small one (`--init`), because a process that is the first ignores signals without a handler. Variables are
 * only named; docker takes their values from its own environment, so that they appear in no argument.
 */
function dockerRun(launch: DockerLaunch): string[] {
  const { id, port, hasGpus, profile, runtime, variableNames } = launch
  const { options, image } = runtime
  const published = sharesNetwork(runtime)
    ? []
    : ['--publish', `${bracketed(profile.address)}:${port}:${port}`]
  return [
    ...['docker', 'run', '--rm', '--init', '--name', `kneepoint-${id}`, '--label', labelOf(id)],
    ...(hasGpus ? ['--gpus', gpuRequest(profile.gpus)] : []),
    ...['--ipc', 'host', ...published],
    ...volumesOf(launch).flatMap((volume) => ['--volume', volume]),
    ...variableNames.flatMap((name) => ['--env', name]),
    ...options,
    image,
  ]
}

/** What a container that uses the network of its host listens on is open to others at once. */
function sharesNetwork({ options }: DockerRuntime): boolean {
  return options.some(
    (word, index) =>
      /^--net(work)?=host$/.test(word) ||
      (/^--net(work)?$/.test(word) && options[index + 1] === 'host'),
  )
}

/**
 * Folders that docker would otherwise make as root, after which their owner cannot write there; and a word about the
 * image, since docker says nothing of one that is there.
 */
function dockerPreparation(launch: DockerLaunch): string {
  const cache = cacheVolume(launch)?.folder
  return [
    ': >"$folder/container"',
    ...(cache === undefined ? [] : [`mkdir -p ${shellText([cache])}`]),
    `docker image inspect ${shellText([launch.runtime.image])} >/dev/null 2>&1 && echo 'Kneepoint: the image is there.'`,
    'began=$(date +%s)',
  ].join('\n')
}

/**
 * Docker reports that a container met its limit of memory only as an event, which on a busy host follows the end of the
 * container by seconds. Only a process that was killed is worth waiting for.
 */
function dockerLastWords({ id }: Pick<DockerLaunch, 'id'>): string {
  const filters = ['--filter', `label=${labelOf(id)}`, '--filter', 'event=oom']
  return String.raw`if [ "$code" != 0 ]; then
  for try in 1 2 3 4; do
    told=$(timeout 10 docker events --since "$began" --until "$(($(date +%s) + 1))" ${shellText(filters)} 2>/dev/null)
    { [ -n "$told" ] || [ "$code" != 137 ]; } && break
  done
  [ -n "$told" ] && echo 'Kneepoint: the container reached its limit of memory, and a process of it was killed.'
fi`
}

/** Without a container of that label it does nothing. */
function dockerClearing({ id }: Pick<DockerLaunch, 'id'>): string[] {
  const script = `docker ps -aq --filter ${shellText([`label=${labelOf(id)}`])} | xargs -r docker rm --force --volumes`
  return ['sh', '-c', script]
}

/** Docker reads the request as a line of CSV: a list needs quotes of its own. */
function gpuRequest(gpus: LaunchProfile['gpus']): string {
  return gpus === null ? 'all' : `"device=${gpus.join(',')}"`
}

/** As a URL has an IPv6 address. */
export function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

const imagesOwnCache = '/root/.cache/huggingface/hub'

function volumesOf(launch: DockerLaunch): string[] {
  const cache = cacheVolume(launch)
  const own = pathsIn(launch.profile.config).map((path) => `${path}:${path}:ro`)
  return [...(cache === null ? [] : [`${cache.folder}:${cache.inside}`]), ...own]
}

/** Where the profile names a folder, the server inside looks for it under that name. */
function cacheVolume({ modelCache, profile }: DockerLaunch) {
  const named = profile.environment['HF_HUB_CACHE'] ?? profile.environment['HF_HOME']
  if (named !== undefined) return { folder: named, inside: named }
  return modelCache === null ? null : { folder: modelCache, inside: imagesOwnCache }
}

const pathFlags = ['tokenizer', 'chat-template', 'generation-config', 'hf-config-path'] as const

/** Files on the host that are named by an absolute path. */
function pathsIn({ model, flags }: ServeConfig): string[] {
  const named = [model, ...pathFlags.map((name) => flags[name])]
  const whole = named.filter((value) => typeof value === 'string' && value.startsWith('/'))
  return [...new Set(whole.map(String))]
}

type RuntimeTrait<Runtime extends ServeRuntime> = Readonly<{
  /** The words before the model. */
  program(launch: RuntimeLaunch<Runtime>): readonly string[]
  /** The address vLLM itself listens on. */
  innerAddress(address: string, runtime: Runtime): string
  /** Folders that come first on the PATH. */
  path(runtime: Runtime): readonly string[]
  /** The program that prints its flags on --help. */
  helpProgram(runtime: Runtime): readonly string[]
  /** The program whose version can be asked for; null where there is none by itself. */
  versionProgram(runtime: Runtime): string | null
  /** The version, where its name contains one. */
  namedVersion(runtime: Runtime): string | null
  /** The first thing a start does. */
  firstPhase: StartupPhase
  /** Lines of sh before the server's; empty where there is nothing to prepare. */
  preparation(launch: RuntimeLaunch<Runtime>): string
  /** Lines of sh after its end, with its exit code in `code`, that add to its log. */
  lastWords(launch: Pick<LaunchTarget, 'id'>): string
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
  namedVersion: () => null,
  firstPhase: 'import',
  preparation: () => '',
  lastWords: () => '',
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
    helpProgram: ({ image }) => ['docker', 'run', '--rm', '--init', image],
    innerAddress: (address, runtime) => (sharesNetwork(runtime) ? address : '0.0.0.0'),
    namedVersion: ({ image }) => /:v?(\d+\.\d[\w.+]*)[^:/]*$/.exec(image)?.[1] ?? null,
    firstPhase: 'image',
    preparation: dockerPreparation,
    lastWords: dockerLastWords,
    clearing: dockerClearing,
  },
}

export function runtimeTrait<Kind extends ServeRuntime['kind']>(
  runtime: Extract<ServeRuntime, { kind: Kind }>,
): RuntimeTrait<Extract<ServeRuntime, { kind: Kind }>> {
  return traits[runtime.kind]
}

// What a launch gives the runtime that is to run it.
export type LaunchTarget = Readonly<{
  id: string
  port: number
  /** The folder of downloaded models over there; null where it is not known. */
  modelCache: string | null
  hasGpus: boolean
  /** Of its host; absent where it was not checked. */
  takenPorts?: ReadonlySet<number>
}>

type RuntimeLaunch<Runtime extends ServeRuntime> = LaunchTarget &
  Readonly<{
    runtime: Runtime
    profile: LaunchProfile
    /** Every variable the server is to have, secret ones included. */
    variableNames: readonly string[]
  }>

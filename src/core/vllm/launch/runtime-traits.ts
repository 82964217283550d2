// Runtimes of vLLM: their command lines, and the server's view of the host.
import { bracketed } from '#core/backends/server-address.ts'
import type { LaunchProfile, ServeConfig, ServeRuntime } from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import type { StartupPhase } from '#core/model/launch.ts'
import { clearingScript, containerCall, labelledCall } from './container-call.ts'

/** vLLM in a docker container. Identified by the label of its launch, because another container may have the same name. */
type DockerRuntime = Extract<ServeRuntime, { kind: 'docker' }>
type DockerLaunch = RuntimeLaunch<DockerRuntime>

const labelOf = (id: string) => `kneepoint.launch=${id}`

/**
 * Runs in the foreground, so that the container ends with our session and shares its log. `--init` adds docker's init
 * process, because PID 1 ignores signals without a handler. Docker takes the values of variables from its own
 * environment, so that they appear in no argument.
 */
function dockerRun(launch: DockerLaunch): string[] {
  const { id, port, facts, profile, runtime, variableNames } = launch
  const { options, image } = runtime
  const published = sharesNetwork(runtime)
    ? []
    : ['--publish', `${bracketed(profile.address)}:${port}:${port}`]
  return [
    ...['docker', 'run', '--rm', '--init', '--name', `kneepoint-${id}`, '--label', labelOf(id)],
    ...(facts?.gpus.length !== 0 ? ['--gpus', gpuRequest(profile.gpus)] : []),
    ...['--ipc', 'host', ...published],
    ...volumesOf(launch).flatMap((volume) => ['--volume', volume]),
    ...variableNames.flatMap((name) => ['--env', name]),
    ...options,
    image,
  ]
}

/** Whether the container uses the host's network, so that its ports are open to others immediately. */
function sharesNetwork({ options }: DockerRuntime): boolean {
  return options.some(
    (word, index) =>
      /^--net(work)?=host$/.test(word) ||
      (/^--net(work)?$/.test(word) && options[index + 1] === 'host'),
  )
}

/**
 * Creates folders that docker would otherwise create as root, without write access for their owner. Logs a line about the image,
 * because docker prints nothing for one that exists.
 */
function dockerPreparation(launch: DockerLaunch): string {
  const cache = cacheVolume(launch)?.folder
  return [
    'echo docker >"$folder/container"',
    ...(cache === undefined ? [] : [`mkdir -p ${shellText([cache])}`]),
    `docker image inspect ${shellText([launch.runtime.image])} >/dev/null 2>&1 && echo 'Kneepoint: the image is there.'`,
    'began=$(date +%s)',
  ].join('\n')
}

/**
 * Docker reports an exceeded memory limit only as an event, which on a busy host arrives seconds after the container's
 * end. Waits only if a process was killed.
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

/** Does nothing without a container of that label. */
function dockerClearing({ id }: Pick<DockerLaunch, 'id'>): string[] {
  return ['sh', '-c', clearingScript(['docker'], labelOf(id))]
}

/** Adds quotes to lists, because docker parses the value as a CSV line. */
function gpuRequest(gpus: LaunchProfile['gpus']): string {
  return gpus === null ? 'all' : `"device=${gpus.join(',')}"`
}

const imagesOwnCache = '/root/.cache/huggingface/hub'

function volumesOf(launch: DockerLaunch): string[] {
  const cache = cacheVolume(launch)
  const own = pathsIn(launch.profile.config).map((path) => `${path}:${path}:ro`)
  return [...(cache === null ? [] : [`${cache.folder}:${cache.inside}`]), ...own]
}

/** A folder named in the profile has the same path inside the container. */
function cacheVolume({ facts, profile }: DockerLaunch) {
  const named = profile.environment['HF_HUB_CACHE'] ?? profile.environment['HF_HOME']
  if (named !== undefined) return { folder: named, inside: named }
  return facts && { folder: facts.modelCache.path, inside: imagesOwnCache }
}

const pathFlags = ['tokenizer', 'chat-template', 'generation-config', 'hf-config-path'] as const

/** Files on the host with absolute paths. */
function pathsIn({ model, flags }: ServeConfig): string[] {
  const named = [model, ...pathFlags.map((name) => flags[name])]
  const whole = named.filter((value) => typeof value === 'string' && value.startsWith('/'))
  return [...new Set(whole.map(String))]
}

type RuntimeTrait<Runtime extends ServeRuntime> = Readonly<{
  /** Arguments before the model. */
  program(launch: RuntimeLaunch<Runtime>): readonly string[]
  /** Listen address of vLLM itself. */
  innerAddress(address: string, runtime: Runtime): string
  /** Folders at the start of PATH. */
  path(runtime: Runtime): readonly string[]
  /** Program that prints its flags on --help. */
  helpProgram(runtime: Runtime): readonly string[]
  /** Program that prints its version; null if there is none separately. */
  versionProgram(runtime: Runtime): string | null
  /** Version in its name, if any. */
  namedVersion(runtime: Runtime): string | null
  /** First phase of a start. */
  firstPhase: StartupPhase
  /** Lines of sh before the server's; empty if no preparation is needed. */
  preparation(launch: RuntimeLaunch<Runtime>): string
  /** Lines of sh after its exit that add to its log; its exit code is in `code`. */
  lastWords(launch: Pick<LaunchTarget, 'id'>): string
  /** Cleanup command after the server's end. */
  clearing(launch: Pick<LaunchTarget, 'id'>, runtime: Runtime): readonly string[] | null
}>

type RuntimeTraits = {
  readonly [Kind in ServeRuntime['kind']]: RuntimeTrait<Extract<ServeRuntime, { kind: Kind }>>
}

/** A process directly on the host. */
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
    program: ({ id, runtime, variableNames }) =>
      labelledCall(runtime.words, { label: labelOf(id), variableNames }),
    helpProgram: ({ words }) => words,
    preparation: ({ runtime }) => {
      const call = containerCall(runtime.words)
      if (!call?.hasLabels) return ''
      return `echo ${shellText([shellText(call.program)])} >"$folder/container"`
    },
    clearing: ({ id }, { words }) => {
      const call = containerCall(words)
      return call?.hasLabels ? ['sh', '-c', clearingScript(call.program, labelOf(id))] : null
    },
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

/** Parameters of a launch for its runtime. */
export type LaunchTarget = Readonly<{
  id: string
  port: number
  /** GPUs and downloaded models of the host; null if unknown. */
  facts: Readonly<{ gpus: readonly unknown[]; modelCache: Readonly<{ path: string }> }> | null
  /** Ports in use on the host; absent if not checked. */
  takenPorts?: ReadonlySet<number>
}>

type RuntimeLaunch<Runtime extends ServeRuntime> = LaunchTarget &
  Readonly<{
    runtime: Runtime
    profile: LaunchProfile
    /** All variables of the server, including secret ones. */
    variableNames: readonly string[]
  }>

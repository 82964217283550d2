// vLLM in a container: how docker runs it, and how to find again what it leaves. A container is identified by
// the label of its launch, never by its name: another container may have that name.
import { shellText } from '#core/shell/shell-text.ts'
import type { LaunchProfile, ServeRuntime } from '#core/model/server/launch-profile.ts'
import type { ServeConfig } from '#core/model/server/serve-config.ts'
import type { RuntimeLaunch } from './runtime-launch.ts'

type DockerRuntime = Extract<ServeRuntime, { kind: 'docker' }>
type DockerLaunch = RuntimeLaunch<DockerRuntime>

const labelOf = (id: string) => `kneepoint.launch=${id}`

/**
 * In the foreground: the container then ends with our session, and its log is our log. Its first process is docker's own
 * small one (`--init`), because a process that is the first ignores signals without a handler. Variables are
 * only named; docker takes their values from its own environment, so that they appear in no argument.
 */
export function dockerRun(launch: DockerLaunch): string[] {
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
export function sharesNetwork({ options }: DockerRuntime): boolean {
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
export function dockerPreparation(launch: DockerLaunch): string {
  const cache = cacheVolume(launch)?.folder
  return [
    ': >"$folder/container"',
    ...(cache === undefined ? [] : [`mkdir -p ${shellText([cache])}`]),
    `docker image inspect ${shellText([launch.runtime.image])} >/dev/null 2>&1 && echo 'Kneepoint: the image is there.'`,
    'began=$(date +%s)',
  ].join('\n')
}

/** Docker reports that a container met its limit of memory only as an event. */
export function dockerLastWords({ id }: Pick<DockerLaunch, 'id'>): string {
  const filters = ['--filter', `label=${labelOf(id)}`, '--filter', 'event=oom']
  return String.raw`if [ "$code" != 0 ]; then
  told=$(timeout 10 docker events --since "$began" --until "$(($(date +%s) + 1))" ${shellText(filters)} 2>/dev/null)
  [ -n "$told" ] && echo 'Kneepoint: the container reached its limit of memory, and a process of it was killed.'
fi`
}

/** Without a container of that label it does nothing. */
export function dockerClearing({ id }: Pick<DockerLaunch, 'id'>): string[] {
  const script = `docker ps -aq --filter ${shellText([`label=${labelOf(id)}`])} | xargs -r docker rm --force --volumes`
  return ['sh', '-c', script]
}

/** Docker reads the request as a line of CSV: a list needs quotes of its own. */
function gpuRequest(gpus: LaunchProfile['gpus']): string {
  return gpus === null ? 'all' : `"device=${gpus.join(',')}"`
}

function bracketed(address: string): string {
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

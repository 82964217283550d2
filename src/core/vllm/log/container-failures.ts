// Failures of docker, before vLLM has said a word.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

const patterns: readonly Omit<FailurePattern, 'isPrinted'>[] = [
  {
    id: 'no-docker',
    pattern: /docker: (?:command )?not found|env: [‘']docker[’']: No such file or directory/,
    text: 'failures.noDocker',
  },
  {
    id: 'docker-forbidden',
    pattern: /permission denied while trying to connect to the [Dd]ocker (?:daemon socket|API)/,
    text: 'failures.dockerPermission',
  },
  {
    id: 'docker-down',
    pattern:
      /Cannot connect to the Docker daemon|failed to connect to the docker API|error during connect: /,
    text: 'failures.dockerDown',
  },
  {
    id: 'image-missing',
    pattern:
      /manifest for \S+ not found|manifest unknown|no such manifest|pull access denied for|repository does not exist|requested access to the resource is denied|name unknown/,
    text: 'failures.noImage',
  },
  {
    id: 'image-limit',
    pattern: /toomanyrequests|pull rate limit/,
    text: 'failures.registryLimit',
  },
  {
    id: 'image-platform',
    pattern: /no matching manifest for (?<platform>\S+)|exec format error/,
    text: 'failures.imagePlatform',
    params: ({ platform }) => ({ platform: platform ?? message('failures.hostPlatform') }),
  },
  {
    id: 'registry-unreachable',
    pattern:
      /(?:Error response from daemon|failed to resolve reference|error pinging).*(?:dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|Client\.Timeout|network is unreachable)/i,
    text: 'failures.registryUnreachable',
  },
  {
    id: 'no-gpu-toolkit',
    pattern:
      /could not select device driver "[^"]*" with capabilities: \[\[gpu\]\]|unknown or invalid runtime name: nvidia|unresolvable CDI devices nvidia/,
    text: 'failures.dockerGpus',
  },
  {
    id: 'container-driver-too-old',
    pattern: /nvidia-container-cli: requirement error: unsatisfied condition: (?<wanted>[^,]+)/,
    text: 'failures.driverForImage',
  },
  {
    id: 'container-gpu-missing',
    pattern: /nvidia-container-cli: (?:device error|initialization error)/,
    text: 'failures.dockerGpuLost',
  },
  {
    id: 'image-without-program',
    pattern:
      /(?:exec: \\?"|\[FATAL tini \(\d+\)\] exec )(?<program>[^"\\\s]+)(?:\\?": executable file not found| failed: No such file)/,
    text: 'failures.noEntrypoint',
  },
  {
    id: 'container-name-taken',
    pattern: /The container name "\/?(?<name>[^"]+)" is already in use/,
    text: 'failures.containerName',
  },
  {
    id: 'docker-arguments-refused',
    pattern: /unknown (?:shorthand )?flag: |invalid reference format|Conflicting options: /,
    text: 'failures.dockerOptions',
  },
  {
    id: 'container-out-of-memory',
    pattern: /the container reached its limit of memory/,
    text: 'failures.containerMemory',
    ending: 'out-of-memory',
  },
]

export const containerFailures: readonly FailurePattern[] = patterns.map((pattern) => ({
  ...pattern,
  isPrinted: true,
}))

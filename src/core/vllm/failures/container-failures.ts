// Failures of docker, before vLLM has said a word.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

export const containerFailures: readonly FailurePattern[] = [
  {
    id: 'no-docker',
    pattern: /docker: (?:command )?not found|env: [‘']docker[’']: No such file or directory/,
    title: message('failures.noDocker'),
    remedy: message('failures.noDocker.remedy'),
  },
  {
    id: 'docker-forbidden',
    pattern: /permission denied while trying to connect to the [Dd]ocker (?:daemon socket|API)/,
    title: message('failures.dockerPermission'),
    remedy: message('failures.dockerPermission.remedy'),
  },
  {
    id: 'docker-down',
    pattern:
      /Cannot connect to the Docker daemon|failed to connect to the docker API|error during connect: /,
    title: message('failures.dockerDown'),
    remedy: message('failures.dockerDown.remedy'),
  },
  {
    id: 'image-missing',
    pattern:
      /manifest for \S+ not found|manifest unknown|no such manifest|pull access denied for|repository does not exist|requested access to the resource is denied|name unknown/,
    title: message('failures.noImage'),
    remedy: message('failures.noImage.remedy'),
  },
  {
    id: 'image-limit',
    pattern: /toomanyrequests|pull rate limit/,
    title: message('failures.registryLimit'),
    remedy: message('failures.registryLimit.remedy'),
  },
  {
    id: 'image-platform',
    pattern: /no matching manifest for (?<platform>\S+)|exec format error/,
    title: message('failures.imagePlatform'),
    remedy: ({ platform }) =>
      message('failures.imagePlatform.remedy', {
        platform: platform ?? message('failures.hostPlatform'),
      }),
  },
  {
    id: 'registry-unreachable',
    pattern:
      /(?:Error response from daemon|failed to resolve reference|error pinging).*(?:dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|Client\.Timeout|network is unreachable)/i,
    title: message('failures.registryUnreachable'),
    remedy: message('failures.registryUnreachable.remedy'),
  },
  {
    id: 'no-gpu-toolkit',
    pattern:
      /could not select device driver "[^"]*" with capabilities: \[\[gpu\]\]|unknown or invalid runtime name: nvidia|unresolvable CDI devices nvidia/,
    title: message('failures.dockerGpus'),
    remedy: message('failures.dockerGpus.remedy'),
  },
  {
    id: 'container-driver-too-old',
    pattern: /nvidia-container-cli: requirement error: unsatisfied condition: (?<wanted>[^,]+)/,
    title: message('failures.driverForImage'),
    remedy: ({ wanted }) => message('failures.driverForImage.remedy', { wanted }),
  },
  {
    id: 'container-gpu-missing',
    pattern: /nvidia-container-cli: (?:device error|initialization error)/,
    title: message('failures.dockerGpuLost'),
    remedy: message('failures.dockerGpuLost.remedy'),
  },
  {
    id: 'image-without-program',
    pattern:
      /(?:exec: \\?"|\[FATAL tini \(\d+\)\] exec )(?<program>[^"\\\s]+)(?:\\?": executable file not found| failed: No such file)/,
    title: message('failures.noEntrypoint'),
    remedy: ({ program }) => message('failures.noEntrypoint.remedy', { program }),
  },
  {
    id: 'container-name-taken',
    pattern: /The container name "\/?(?<name>[^"]+)" is already in use/,
    title: message('failures.containerName'),
    remedy: ({ name }) => message('failures.containerName.remedy', { name }),
  },
  {
    id: 'docker-arguments-refused',
    pattern: /unknown (?:shorthand )?flag: |invalid reference format|Conflicting options: /,
    title: message('failures.dockerOptions'),
    remedy: message('failures.dockerOptions.remedy'),
  },
  {
    id: 'container-out-of-memory',
    pattern: /the container reached its limit of memory/,
    title: message('failures.containerMemory'),
    remedy: message('failures.containerMemory.remedy'),
  },
]

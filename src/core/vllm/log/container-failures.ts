// Failures of docker before vLLM has logged anything.
import { message } from '#core/messages/message.ts'
import type { FailurePatterns } from './failure-pattern.ts'

const patterns: FailurePatterns = {
  'no-docker': {
    pattern: /docker: (?:command )?not found|env: [‘']docker[’']: No such file or directory/,
    text: 'failures.noDocker',
  },
  'docker-forbidden': {
    pattern: /permission denied while trying to connect to the [Dd]ocker (?:daemon socket|API)/,
    text: 'failures.dockerPermission',
  },
  'docker-down': {
    pattern:
      /Cannot connect to the Docker daemon|failed to connect to the docker API|error during connect: |unable to connect to Podman socket/,
    text: 'failures.dockerDown',
  },
  'docker-version': {
    pattern: /client version \S+ is too (?:new|old)\..* API version is (?<version>[\d.]+)/,
    text: 'launch.dockerVersion',
    params: ({ version = '' }) => ({ version }),
  },
  'registry-login': {
    pattern:
      /(?:docker: |Error: |daemon: ).*(?:unauthorized: |(?<!authorization failed: )no basic auth credentials|error getting credentials)/,
    text: 'launch.registryLogin',
  },
  'image-missing': {
    pattern:
      /short-name "[^"]+" did not resolve|manifest for \S+ not found|manifest unknown|no such manifest|pull access denied for|repository does not exist|requested access to the resource is denied|name unknown|failed to pull and unpack image .*not found/,
    text: 'failures.noImage',
  },
  'image-limit': { pattern: /toomanyrequests|pull rate limit/, text: 'failures.registryLimit' },
  'image-platform': {
    pattern: /no matching manifest for (?<platform>\S+)|exec format error/,
    text: 'failures.imagePlatform',
    params: ({ platform }) => ({ platform: platform ?? message('failures.hostPlatform') }),
  },
  'registry-unreachable': {
    pattern:
      /(?:Error response from daemon|failed to resolve reference|error pinging).*(?:dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|Client\.Timeout|network is unreachable|x509: |response to HTTPS client)|docker: unexpected EOF|layer verification failed/i,
    text: 'failures.registryUnreachable',
  },
  'no-gpus-of-podman': {
    pattern: /unresolvable CDI devices|CDI device injection failed|cannot stat `?\S*nvidia/,
    text: 'launch.cdi',
    refines: 'no-gpu-toolkit',
  },
  'container-path-missing': {
    pattern:
      /(?:statfs|could not open image) (?<path>\S+?): |No such file or directory: (?<squash>\S+\.(?:sqsh|sif))/,
    text: 'launch.containerPath',
    params: ({ path, squash }) => ({ path: path ?? squash ?? '' }),
  },
  'container-forbidden': {
    pattern:
      /failed to create user namespace|squashfuse mount failed|fuse: device not found|newuidmap|no subuid ranges|cannot set up namespace|Failed to set effective UID|mount hook function failure|insufficient UIDs or GIDs|cgroup\.subtree_control|cgroup v1 is not supported|crun: mount .*denied/,
    text: 'launch.userNamespace',
  },
  'no-gpu-toolkit': {
    pattern:
      /could not select device driver "[^"]*" with capabilities: \[\[gpu\]\]|unknown or invalid runtime name: nvidia|unresolvable CDI devices nvidia/,
    text: 'failures.dockerGpus',
  },
  'container-driver-too-old': {
    pattern: /nvidia-container-cli: requirement error: unsatisfied condition: (?<wanted>[^,]+)/,
    text: 'failures.driverForImage',
  },
  'container-gpu-missing': {
    pattern:
      /nvidia-container-cli: (?:device|initialization|mount) error|error (?:executing|running) hook .*nvidia|Failed to initialize NVML: Unknown Error/,
    text: 'failures.dockerGpuLost',
  },
  'image-without-program': {
    pattern:
      /(?:exec: \\?"|\[FATAL tini \(\d+\)\] exec |FATAL: +"|^"|executable file `)(?<program>[^"`\\\s]+)(?:\\?": executable file not found| failed: No such file|` not found)/,
    text: 'failures.noEntrypoint',
  },
  'image-disk-full': {
    id: 'disk-full',
    pattern: /(?:docker|Error|layer): .*no space left on device/,
    text: 'failures.diskFull',
  },
  'container-program-forbidden': {
    id: 'not-executable',
    pattern: /exec: \\?"[^"]+": permission denied/,
    text: 'failures.notExecutable',
  },
  'container-name-taken': {
    pattern: /[Tt]he container name "\/?(?<name>[^"]+)" is already in use/,
    text: 'failures.containerName',
  },
  'docker-arguments-refused': {
    pattern: /unknown (?:shorthand )?flag: |invalid reference format|Conflicting options: /,
    text: 'failures.dockerOptions',
  },
  'container-out-of-memory': {
    pattern: /the container reached its limit of memory/,
    text: 'failures.containerMemory',
    ending: 'out-of-memory',
  },
}

export const containerFailures: FailurePatterns = Object.fromEntries(
  Object.entries(patterns).map(([id, pattern]) => [id, { ...pattern, isPrinted: true as const }]),
)

// Failures of docker, before vLLM has said a word.
import type { FailurePattern } from './failure-pattern.ts'

export const containerFailures: readonly FailurePattern[] = [
  {
    id: 'no-docker',
    pattern: /docker: (?:command )?not found|env: [‘']docker[’']: No such file or directory/,
    title: 'Docker is not installed there',
    remedy: 'Install it, or podman with its docker command; or launch from an environment.',
  },
  {
    id: 'docker-forbidden',
    pattern: /permission denied while trying to connect to the [Dd]ocker (?:daemon socket|API)/,
    title: 'The user may not use docker',
    remedy:
      'Have the user taken into the group docker (sudo usermod -aG docker USER) and connect anew, or use rootless docker.',
  },
  {
    id: 'docker-down',
    pattern:
      /Cannot connect to the Docker daemon|failed to connect to the docker API|error during connect: /,
    title: 'Docker does not run there',
    remedy: 'Start it (sudo systemctl start docker), or set DOCKER_HOST to where it listens.',
  },
  {
    id: 'image-missing',
    pattern:
      /manifest for \S+ not found|manifest unknown|no such manifest|pull access denied for|repository does not exist|requested access to the resource is denied|name unknown/,
    title: 'There is no such image, or it is only given to those who log in',
    remedy: 'Check its name and tag; for a private one run docker login over there first.',
  },
  {
    id: 'image-limit',
    pattern: /toomanyrequests|pull rate limit/,
    title: 'The registry gives no more images for now',
    remedy: 'Run docker login over there, wait, or pull from a mirror.',
  },
  {
    id: 'image-platform',
    pattern: /no matching manifest for (?<platform>\S+)|exec format error/,
    title: 'The image is not made for this processor',
    remedy: ({ platform }) =>
      `Choose a tag that is made for ${platform ?? 'the processor of the host'}.`,
  },
  {
    id: 'registry-unreachable',
    pattern:
      /(?:Error response from daemon|failed to resolve reference|error pinging).*(?:dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|Client\.Timeout|network is unreachable)/i,
    title: 'The image is not there, and its registry cannot be reached',
    remedy:
      'Check network and proxy of docker over there, or bring the image yourself: docker save IMAGE | ssh HOST docker load.',
  },
  {
    id: 'no-gpu-toolkit',
    pattern:
      /could not select device driver "[^"]*" with capabilities: \[\[gpu\]\]|unknown or invalid runtime name: nvidia|unresolvable CDI devices nvidia/,
    title: 'Docker cannot hand out GPUs there',
    remedy:
      'Install nvidia-container-toolkit, run sudo nvidia-ctk runtime configure --runtime=docker, and restart docker.',
  },
  {
    id: 'container-driver-too-old',
    pattern: /nvidia-container-cli: requirement error: unsatisfied condition: (?<wanted>[^,]+)/,
    title: 'The NVIDIA driver is too old for this image',
    remedy: ({ wanted }) => `It wants ${wanted}: update the driver, or choose an older tag.`,
  },
  {
    id: 'container-gpu-missing',
    pattern: /nvidia-container-cli: (?:device error|initialization error)/,
    title: 'Docker cannot reach the GPU',
    remedy: 'Check nvidia-smi over there, and that the chosen GPUs exist.',
  },
  {
    id: 'image-without-program',
    pattern:
      /(?:exec: \\?"|\[FATAL tini \(\d+\)\] exec )(?<program>[^"\\\s]+)(?:\\?": executable file not found| failed: No such file)/,
    title: 'The image does not hold the program it is to run',
    remedy: ({ program }) =>
      `There is no ${program} in it: take an image whose entrance is vllm serve, or set --entrypoint in its options.`,
  },
  {
    id: 'container-name-taken',
    pattern: /The container name "\/?(?<name>[^"]+)" is already in use/,
    title: 'Another container has that name',
    remedy: ({ name }) =>
      `It was left alone: remove ${name} yourself if nobody needs it, or take --name out.`,
  },
  {
    id: 'docker-arguments-refused',
    pattern: /unknown (?:shorthand )?flag: |invalid reference format|Conflicting options: /,
    title: 'Docker does not take these options',
    remedy: 'Correct the options or the image; the line of the log names the fault.',
  },
  {
    id: 'container-out-of-memory',
    pattern: /the container reached its limit of memory/,
    title: 'The container ran out of main memory',
    remedy: 'Raise or drop --memory among its options, or load fewer GPUs at once.',
  },
]

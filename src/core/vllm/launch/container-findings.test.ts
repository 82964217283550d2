import { inEnglish } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import type { ContainerFacts, HostFacts } from '#core/model/host-facts.ts'
import { launchProfileSchema, type ServeRuntime } from '#core/model/launch-profile.ts'
import { containerFindings } from './container-findings.ts'

const ready: ContainerFacts = {
  problem: null,
  isImageThere: true,
  registryProblem: null,
  downloadMiB: null,
  freeMiB: 60_000,
  canGiveGpus: true,
}
const facts = { gpus: [{}] } as unknown as HostFacts

function findings(changes: Partial<ContainerFacts>, options: string[] = []) {
  const runtime: ServeRuntime = { kind: 'docker', image: 'vllm/vllm-openai:v1', options }
  const profile = launchProfileSchema.parse({ name: 'a', config: { model: 'm' }, runtime })
  return containerFindings(profile, { ...ready, ...changes }, facts)
}

const missing = { isImageThere: false }

test.each<{
  remark: string
  changes?: Partial<ContainerFacts>
  options?: string[]
  severity?: string
  words: RegExp
}>([
  {
    remark: 'a daemon that does not run',
    changes: { problem: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.' },
    severity: 'error',
    words: /is not running there.*systemctl start docker/s,
  },
  {
    remark: 'a socket that is not ours',
    changes: { problem: 'permission denied while trying to connect to the Docker daemon socket' },
    severity: 'error',
    words: /no permission to use docker.*group docker/s,
  },
  {
    remark: 'whatever else docker says',
    changes: { problem: 'a new word' },
    severity: 'error',
    words: /a new word/,
  },
  {
    remark: 'an image that does not exist',
    changes: { ...missing, registryProblem: 'no such manifest: manifest unknown' },
    severity: 'error',
    words: /registry does not provide it.*Check its name/s,
  },
  {
    remark: 'a registry that does not answer us, but may answer docker',
    changes: { ...missing, registryProblem: 'dial tcp: i/o timeout' },
    severity: 'warning',
    words: /cannot be reached/,
  },
  {
    remark: 'an image to be pulled',
    changes: { ...missing, downloadMiB: 10_240 },
    severity: 'warning',
    words: /pulled first: 10\.0 GiB/,
  },
  {
    remark: 'an image that has no room',
    changes: { ...missing, downloadMiB: 10_240, freeMiB: 15_360 },
    severity: 'error',
    words: /about 20\.0 GiB, and 15\.0 GiB are free/,
  },
  {
    remark: 'a docker that knows no GPUs',
    changes: { canGiveGpus: false },
    severity: 'warning',
    words: /nvidia-container-toolkit/,
  },
  { remark: 'detaching', options: ['-d'], severity: 'error', words: /cannot be watched/ },
  {
    remark: 'coming back',
    options: ['--restart=always'],
    severity: 'error',
    words: /start again after it was stopped/,
  },
  {
    remark: 'a secret among the options',
    options: ['-e', 'HF_TOKEN=hf_x', '--env=SEED=1'],
    severity: 'error',
    words: /read HF_TOKEN among/,
  },
])('$remark', ({ changes = {}, options = [], severity, words }) => {
  const found = findings(changes, options)
  expect(found).toEqual([expect.objectContaining({ flag: 'docker', severity })])
  expect([found[0]?.message ?? '', found[0]?.remedy ?? ''].map(inEnglish).join(' ')).toMatch(words)
})

test('nothing is found where all is well, or no container is to run', () => {
  expect(findings({}, ['-e', 'HF_TOKEN', '--memory', '64g'])).toEqual([])
  const profile = launchProfileSchema.parse({ name: 'a', config: { model: 'm' } })
  expect(containerFindings(profile, null, facts)).toEqual([])
})

test.each([
  { words: 'podman run -dit image', found: ['A detached container cannot be watched.'] },
  { words: 'sudo docker run --detach image', found: ['A detached container cannot be watched.'] },
  { words: 'podman run --rm -it image', found: [] },
  { words: 'enroot start -d vllm', found: [] },
  { words: 'nice vllm serve -d', found: [] },
])('a command of containers: $words', ({ words, found }) => {
  const runtime: ServeRuntime = { kind: 'command', words: words.split(' ') }
  const profile = launchProfileSchema.parse({ name: 'a', config: { model: 'm' }, runtime })
  const findings = containerFindings(profile, null, facts)
  expect(findings.map(({ message }) => inEnglish(message))).toEqual(found)
})

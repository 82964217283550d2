import { expect, test } from 'vitest'
import {
  launchProfileSchema,
  type LaunchProfile,
  type ServeRuntime,
} from '#core/model/launch-profile.ts'
import { exampleFlagIndex } from '../example-flags.test-support.ts'
import { launchCommand, launchText } from './launch-command.ts'
import { withoutPowerCap } from './power-cap.ts'

const target = {
  id: 'qwen-1a2b',
  port: 8100,
  facts: { gpus: ['GPU'], modelCache: { path: '/data/hub' } },
}

function profile(changes: Partial<LaunchProfile> = {}): LaunchProfile {
  const config = { model: 'Qwen/Qwen3-8B', flags: { 'max-num-seqs': 8 }, rawArguments: [] }
  return launchProfileSchema.parse({ name: 'qwen', config, ...changes })
}

function container(...options: string[]): ServeRuntime {
  return { kind: 'docker', image: 'vllm/vllm-openai:v0.28.0', options }
}

const serving = ['Qwen/Qwen3-8B', '--max-num-seqs', '8', '--host']

test.each<{ remark: string; changes: Partial<LaunchProfile>; argv: string[] }>([
  {
    remark: 'a program on the PATH',
    changes: {},
    argv: ['vllm', 'serve', ...serving, '127.0.0.1', '--port', '8100'],
  },
  {
    remark: 'a virtual environment',
    changes: { runtime: { kind: 'environment', folder: '/opt/my env' } },
    argv: ['/opt/my env/bin/vllm', 'serve', ...serving, '127.0.0.1', '--port', '8100'],
  },
  {
    remark: 'words of the reader, listening for everybody',
    changes: { runtime: { kind: 'command', words: ['nice', 'vllm', 'serve'] }, address: '0.0.0.0' },
    argv: ['nice', 'vllm', 'serve', ...serving, '0.0.0.0', '--port', '8100'],
  },
  {
    remark:
      'a container: variables by name, GPUs by docker, everybody inside and one address outside',
    changes: {
      runtime: { kind: 'docker', image: 'vllm/vllm-openai:v0.28.0', options: ['--user', '7'] },
      secretNames: ['HF_TOKEN'],
      gpus: ['0', '1'],
    },
    argv: [
      ...['docker', 'run', '--rm', '--init', '--name', 'kneepoint-qwen-1a2b'],
      ...['--label', 'kneepoint.launch=qwen-1a2b', '--gpus', '"device=0,1"', '--ipc', 'host'],
      ...['--publish', '127.0.0.1:8100:8100'],
      ...['--volume', '/data/hub:/root/.cache/huggingface/hub'],
      ...['NO_COLOR', 'PYTHONUNBUFFERED', 'VLLM_NO_USAGE_STATS', 'VLLM_ENGINE_READY_TIMEOUT_S']
        .concat('VLLM_HTTP_TIMEOUT_KEEP_ALIVE', 'VLLM_PROCESS_NAME_PREFIX', 'KNEEPOINT_LAUNCH')
        .concat('HF_TOKEN')
        .flatMap((name) => ['--env', name]),
      ...['--user', '7', 'vllm/vllm-openai:v0.28.0', ...serving, '0.0.0.0', '--port', '8100'],
    ],
  },
])('$remark', ({ changes, argv }) => {
  expect(launchCommand(profile(changes), target, exampleFlagIndex).argv).toEqual(argv)
})

const usualNames = ['NO_COLOR', 'PYTHONUNBUFFERED', 'VLLM_NO_USAGE_STATS']
  .concat('VLLM_ENGINE_READY_TIMEOUT_S', 'VLLM_HTTP_TIMEOUT_KEEP_ALIVE', 'VLLM_PROCESS_NAME_PREFIX')
  .concat('CUDA_DEVICE_ORDER', 'CUDA_VISIBLE_DEVICES', 'KNEEPOINT_LAUNCH')
const label = ['--label', 'kneepoint.launch=qwen-1a2b']
const named = (names: readonly string[]) => names.flatMap((name) => ['--env', name])
const withoutGpus = named(usualNames.filter((name) => !name.startsWith('CUDA_')))

test.each([
  {
    words: 'podman run --rm --device nvidia.com/gpu=all vllm/vllm-openai',
    starts: ['podman', 'run', ...label, ...named(usualNames), '--rm'],
    clearing: 'podman',
  },
  {
    words: 'sudo docker --context lab run --gpus all vllm/vllm-openai',
    starts: ['sudo', 'docker', '--context', 'lab', 'run', ...label, ...named(usualNames)],
    clearing: 'sudo docker',
  },
  {
    words: 'docker run --gpus device=1 vllm/vllm-openai',
    starts: ['docker', 'run', ...label, ...withoutGpus, '--gpus', 'device=1'],
    clearing: 'docker',
  },
  {
    words: 'enroot start vllm vllm serve',
    starts: ['enroot', 'start', ...named(usualNames), 'vllm', 'vllm', 'serve'],
    clearing: null,
  },
  {
    words: 'srun --gpus 1 apptainer exec --nv vllm.sif vllm serve',
    starts: [
      'srun',
      '--gpus',
      '1',
      'apptainer',
      'exec',
      '--nv',
      'vllm.sif',
      'vllm',
      'serve',
      'org',
    ],
    clearing: null,
  },
])('a command of containers: $words', ({ words, starts, clearing }) => {
  const runtime = { kind: 'command' as const, words: words.split(' ') }
  const changes = {
    runtime,
    gpus: ['MIG-1'],
    config: { model: 'org', flags: {}, rawArguments: [] },
  }
  const command = launchCommand(profile(changes), target, exampleFlagIndex)
  expect(command.argv.slice(0, starts.length)).toEqual(starts)
  const filter = '--filter label=kneepoint.launch=qwen-1a2b'
  expect(command.clearing?.at(-1) ?? null).toBe(
    clearing && `${clearing} ps -aq ${filter} | xargs -r ${clearing} rm --force --volumes`,
  )
})

test('the environment names the launch, the GPUs in the order of nvidia-smi, and what was asked', () => {
  const { environment, path } = launchCommand(
    profile({
      runtime: { kind: 'environment', folder: '/v' },
      gpus: ['1', '3'],
      environment: { HF_HOME: '/data', NO_COLOR: '' },
    }),
    target,
    exampleFlagIndex,
  )
  expect(environment).toMatchObject({
    KNEEPOINT_LAUNCH: 'qwen-1a2b',
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    CUDA_VISIBLE_DEVICES: '1,3',
    HF_HOME: '/data',
    NO_COLOR: '',
  })
  expect(path).toEqual(['/v/bin'])
})

test('a container that its server left behind is known by its label', () => {
  const { clearing } = launchCommand(profile({ runtime: container() }), target, exampleFlagIndex)
  expect(clearing?.at(-1)).toMatch(/^docker ps -aq --filter label=kneepoint.launch=qwen-1a2b \|/)
})

test.each<{ remark: string; changes: Partial<LaunchProfile>; words: string[] }>([
  {
    remark: 'a model of the host is seen under its own path, and so is a template',
    changes: {
      config: {
        model: '/models/my model',
        rawArguments: [],
        flags: { 'chat-template': '/etc/chat.jinja', tokenizer: 'org/other' },
      },
    },
    words: [
      ...['--volume', '/data/hub:/root/.cache/huggingface/hub'],
      ...['--volume', '/models/my model:/models/my model:ro'],
      ...['--volume', '/etc/chat.jinja:/etc/chat.jinja:ro'],
    ],
  },
  {
    remark: 'a cache that the profile names is the one inside, too',
    changes: { environment: { HF_HOME: '/big/hf' } },
    words: ['--volume', '/big/hf:/big/hf'],
  },
  {
    remark: 'on the network of the host nothing is published, and the address is its own',
    changes: { runtime: container('--network', 'host') },
    words: ['--host', '127.0.0.1'],
  },
])('$remark', ({ changes, words }) => {
  const { argv } = launchCommand(
    profile({ runtime: container(), ...changes }),
    target,
    exampleFlagIndex,
  )
  expect(argv.join('\n')).toContain(words.join('\n'))
  expect(argv.includes('--publish')).toBe(changes.runtime === undefined)
})

test('the command is shown as one would type it, without what Kneepoint adds for itself', () => {
  const shown = launchText(profile({ environment: { HF_HOME: "it's" } }), target, exampleFlagIndex)
  expect(shown).toBe(
    `env 'HF_HOME=it'\\''s' vllm serve Qwen/Qwen3-8B \\\n  --max-num-seqs 8 \\\n  --host 127.0.0.1 \\\n  --port 8100`,
  )
})

test('a long command is broken before each option of docker, too', () => {
  const shown = launchText(profile({ runtime: container() }), target, exampleFlagIndex)
  expect(shown.split(' \\\n  ').slice(0, 4)).toEqual([
    'docker run',
    '--rm',
    '--init',
    '--name kneepoint-qwen-1a2b',
  ])
})

test('a power cap is a line before the command, and no flag of vLLM', () => {
  const flags = { 'max-num-seqs': 8, 'power-cap': 300 }
  const capped = profile({
    ...{ config: { model: 'Qwen/Qwen3-8B', flags, rawArguments: [] }, gpus: ['0', '1'] },
  })
  const text = launchText(capped, target, exampleFlagIndex)
  expect(text).toMatch(/^nvidia-smi -i 0,1 -pl 300\nenv CUDA_DEVICE_ORDER/)
  expect(text).not.toContain('--power-cap')
  expect(withoutPowerCap(text)).toMatch(/^env /)
  const { argv, lastWords } = launchCommand(capped, target, exampleFlagIndex)
  expect(argv).toEqual(['vllm', 'serve', ...serving, '127.0.0.1', '--port', '8100'])
  expect(lastWords).toBe('restore_power "$folder"')
})

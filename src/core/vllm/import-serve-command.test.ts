import { expect, test } from 'vitest'
import { exampleFlagIndex } from './example-flags.test-support.ts'
import { importServeCommand } from './import-serve-command.ts'

test.each([
  { remark: 'vllm on the path', text: 'vllm serve org/m -tp 2' },
  {
    remark: 'vllm somewhere',
    text: '/opt/venv/bin/vllm serve org/m \\\n  --tensor-parallel-size 2',
  },
  { remark: 'uv', text: 'uv run vllm serve org/m -tp=2' },
  {
    remark: 'the module',
    text: 'python -m vllm.entrypoints.openai.api_server --model org/m -tp 2',
  },
  {
    remark: 'a container',
    text: 'docker run --gpus all -p 8000:8000 vllm/vllm-openai:v0.28.0 org/m -tp 2',
  },
  {
    remark: 'the image of kubectl run',
    text: 'kubectl run vllm --image=vllm/vllm-openai:latest -- --model org/m -tp 2',
  },
  {
    remark: 'a Dockerfile',
    text: 'FROM vllm/vllm-openai:latest\nENV MODEL_NAME="org/m"\nENTRYPOINT ["sh", "-c", \\\n    "vllm serve ${MODEL_NAME} \\\n    -tp 2"]',
  },
  {
    remark: 'a positional parameter with a default',
    text: 'MODEL="${1:-org/m}"\nexec vllm serve "$MODEL" -tp "${2:-2}"',
  },
  {
    remark: 'a quadlet of podman',
    text: '[Container]\nImage=docker.io/vllm/vllm-openai:v0.28.0\nExec=--model org/m --tensor-parallel-size 2',
  },
  { remark: 'the Rust front end', text: 'vllm-rs serve org/m -tp 2' },
  {
    remark: 'a script',
    text: 'export MODEL=org/m\nTP=2\nnohup vllm serve "$MODEL" -tp ${TP} > log 2>&1 &',
  },
  { remark: 'a prompt and a fence', text: 'Run:\n```\n$ vllm serve org/m \\  \n  -tp 2\n```' },
  {
    remark: 'a shell in a container',
    text: `docker run --entrypoint bash vllm/vllm-openai -c "vllm serve org/m -tp 2"`,
  },
  {
    remark: 'Compose',
    text: 'services:\n  vllm:\n    image: vllm/vllm-openai:v0.12.0\n    ipc: host\n    command: >\n      --model org/m\n      -tp 2\n',
  },
  {
    remark: 'a list of Compose',
    text: 'services:\n  vllm:\n    image: vllm/vllm-openai\n    command: ["--model", "org/m", "-tp", "2"]\n',
  },
  {
    remark: 'Kubernetes',
    text: 'containers:\n  - name: vllm\n    image: vllm/vllm-openai:latest\n    command: ["vllm", "serve"]\n    args:\n      - org/m\n      - -tp\n      - "2"\n',
  },
  {
    remark: 'Kubernetes with a shell',
    text: 'command: ["/bin/sh", "-c"]\nargs: ["vllm serve org/m -tp 2"]\n',
  },
])('$remark', ({ text }) => {
  expect(importServeCommand(text, exampleFlagIndex)).toMatchObject({
    config: { model: 'org/m', flags: { 'tensor-parallel-size': 2 }, rawArguments: [] },
    environment: {},
    secrets: {},
  })
})

test('variables come along, secrets apart', () => {
  const text = 'CUDA_VISIBLE_DEVICES=0,1 HF_TOKEN=hf_x vllm serve m --api-key k'
  expect(importServeCommand(text, exampleFlagIndex)).toMatchObject({
    config: { model: 'm', flags: {}, rawArguments: [] },
    environment: { CUDA_VISIBLE_DEVICES: '0,1' },
    secrets: { HF_TOKEN: 'hf_x', VLLM_API_KEY: 'k' },
  })
})

test('of a container, only what is meant for vLLM', () => {
  const text = 'docker run -e HF_TOKEN=hf_x --env=A=1 --name n=2 -v a=b vllm/vllm-openai m'
  const { environment, secrets } = importServeCommand(text, exampleFlagIndex)
  expect({ environment, secrets }).toEqual({
    environment: { A: '1' },
    secrets: { HF_TOKEN: 'hf_x' },
  })
})

test('an image that a script passes on starts no server by itself', () => {
  const cluster = 'bash run_cluster.sh vllm/vllm-openai 10.0.0.1 --head /cache -e A=1'
  const text = `${cluster}\nvllm serve /model --tensor-parallel-size 8`
  expect(importServeCommand(text, exampleFlagIndex).config.model).toBe('/model')
})

test.each([
  { text: 'python train.py', message: 'does not start a vLLM server' },
  { text: 'vllm serve -tp 2', message: 'names no model' },
])('"$text" is refused', ({ text, message }) => {
  expect(() => importServeCommand(text, exampleFlagIndex)).toThrow(message)
})

test('variables of Compose come along, and what only a shell knows is listed', () => {
  const text =
    'services:\n  vllm:\n    image: vllm/vllm-openai\n    environment:\n      - HF_TOKEN=${HF_TOKEN}\n      - A=1\n    command: --model org/m --max-model-len ${LEN}\n'
  const { environment, secrets, config, notes } = importServeCommand(text, exampleFlagIndex)
  expect({ environment, secrets, flags: config.flags }).toEqual({
    environment: { A: '1' },
    secrets: {},
    flags: {},
  })
  expect(notes.map(({ message: { params } }) => params['flag'])).toEqual([
    'HF_TOKEN',
    '--max-model-len',
  ])
})

test.each([
  [
    'supervisord',
    '[program:vllm]\ncommand=/opt/venv/bin/python -m vllm.entrypoints.openai.api_server --model org/m\nenvironment=CUDA_VISIBLE_DEVICES="0,1",HF_HOME="/data/hf"',
  ],
  [
    'systemd',
    '[Service]\nEnvironment=HF_HOME=/data/hf\nEnvironment="CUDA_VISIBLE_DEVICES=0,1"\nExecStart=/opt/venv/bin/vllm serve org/m',
  ],
  [
    'one of several services of Compose',
    'services:\n  db:\n    image: postgres:15\n    environment:\n      POSTGRES_PASSWORD: secret\n  vllm:\n    image: vllm/vllm-openai:latest\n    environment:\n      - CUDA_VISIBLE_DEVICES=0,1\n      - HF_HOME=/data/hf\n    command: --model org/m',
  ],
])('the environment of %s', (_, text) => {
  expect(importServeCommand(text, exampleFlagIndex)).toMatchObject({
    config: { model: 'org/m' },
    environment: { CUDA_VISIBLE_DEVICES: '0,1', HF_HOME: '/data/hf' },
  })
  const { environment } = importServeCommand(text, exampleFlagIndex)
  expect(Object.keys(environment)).toHaveLength(2)
})

test('JSON in quotes is one argument of a YAML list', () => {
  const text =
    'image: vllm/vllm-openai:latest\ncommand:\n  - --model\n  - org/m\n  - --override-generation-config\n  - \'{"temperature": 0.6, "top_p": 0.9}\''
  expect(importServeCommand(text, exampleFlagIndex).config.rawArguments).toEqual([
    '--override-generation-config',
    '{"temperature": 0.6, "top_p": 0.9}',
  ])
})

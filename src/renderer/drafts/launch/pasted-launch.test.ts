import { expect, test } from 'vitest'
import { isLaunchFile } from './pasted-launch.ts'

test.each([
  { text: 'model: Qwen/Qwen3-8B\nport: 8000', isFile: true },
  { text: '# ours\n---\n\ntensor-parallel-size: 2', isFile: true },
  { text: '"model": x', isFile: true },
  { text: '{"model": "x"}', isFile: true },
  { text: 'lora-modules:\n  - a=b', isFile: true },
  { text: 'vllm serve m --port 8000', isFile: false },
  { text: 'docker run -p 8000:8000 vllm/vllm-openai:latest --model m', isFile: false },
  { text: 'HF_HOME=/m vllm serve m \\\n  --x y', isFile: false },
  { text: '# how it was started\nvllm serve m', isFile: false },
  {
    text: 'services:\n  vllm:\n    image: vllm/vllm-openai\n    command: --model m',
    isFile: false,
  },
  { text: '', isFile: false },
])('$text', ({ text, isFile }) => {
  expect(isLaunchFile(text)).toBe(isFile)
})

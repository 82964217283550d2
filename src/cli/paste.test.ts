import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from './run-cli.test-support.ts'

function pasted(text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-paste-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'run.sh'), text)
  return runCli(['paste', path.join(folder, 'run.sh')])
}

test('prints a benchmark as a command of ours, and what it left out as notes', async () => {
  const { code, output, notes } = await pasted(
    'N=8\nCUDA_VISIBLE_DEVICES=0 vllm bench serve --model org/m --extra_body \'{"top_k": 1}\' \\\n' +
      '  --num-prompts $N --goodness 1 --goodput ttft:200 e2el:3000 --seed $SEED | tee log',
  )
  expect(code).toBe(0)
  expect(output).toBe(
    'kneepoint bench serve --model org/m --num-prompts 8 --extra-body \'{"top_k":1}\' --goodput ttft:200 e2el:3000\n',
  )
  for (const left of ['--goodness', '--seed', '| tee log', 'CUDA_VISIBLE_DEVICES']) {
    expect(notes).toContain(left)
  }
})

test('prints the command of a sweep as one of ours', async () => {
  const { code, output } = await pasted(
    "vllm bench sweep serve --serve-cmd 'vllm serve m' \\\n --bench-cmd 'vllm bench serve --model m' -o out",
  )
  expect(code).toBe(0)
  expect(output).toBe(
    "kneepoint bench sweep serve --serve-cmd 'vllm serve m' --bench-cmd 'vllm bench serve --model m' -o out\n",
  )
})

test('a text without an end is refused', async () => {
  const { code, notes } = await pasted('x'.repeat(5 * 2 ** 20))
  expect(code).toBe(2)
  expect(notes).toContain('is larger than 4 MiB')
})

test('ends with 2 if there is none', async () => {
  const { code, output, notes } = await pasted('vllm serve org/m')
  expect([code, output]).toEqual([2, ''])
  expect(notes).toContain('no benchmark command of vLLM or SGLang')
})

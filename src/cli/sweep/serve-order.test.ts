import { expect, test } from 'vitest'
import { readServeOrder, type ServeOrder } from '../bench-sweep-serve.ts'

const order: ServeOrder = {
  serveCmd:
    'CUDA_VISIBLE_DEVICES=1 /opt/venv/bin/vllm serve org/llama --port 8123 --max-num-seqs 64',
  benchCmd:
    'vllm bench serve --model org/llama --dataset-name random --num-prompts 50 --request-rate 4 --seed 7',
  afterBenchCmd: null,
  experimentName: 'first',
  numRuns: 3,
  warmupNumPrompts: 5,
  serverReadyTimeout: 60,
  ...{ serveParams: null, benchParams: null, linkVars: null },
}

test('the commands become a launch and a plan', async () => {
  const { plan, servers } = await readServeOrder(order)
  expect(plan).toMatchObject({
    name: 'first',
    config: { numPrompts: 50, seed: 7, numWarmups: 5, requestRate: 'inf' },
    requestRates: [4],
    maxConcurrencies: [null],
    repeats: 3,
    resetsCaches: true,
    axes: [],
  })
  expect(servers).toMatchObject([
    {
      kind: 'launched',
      host: 'local',
      profile: {
        runtime: { kind: 'program', program: '/opt/venv/bin/vllm' },
        config: { model: 'org/llama', flags: { 'max-num-seqs': 64 } },
        port: 8123,
        environment: { CUDA_VISIBLE_DEVICES: '1', VLLM_SERVER_DEV_MODE: '1' },
        readyTimeoutS: 60,
      },
    },
  ])
})

test('a command after each run replaces the reset of caches', async () => {
  const { plan } = await readServeOrder({ ...order, afterBenchCmd: 'true' })
  expect(plan.resetsCaches).toBe(false)
})

test.each([
  [{ serveCmd: 'python server.py' }, 'does not start a vLLM'],
  [{ benchCmd: 'ab -n 10' }, 'no benchmark command of vLLM or SGLang'],
  [{ linkVars: 'x' }, '--link-vars must be pairs'],
])('%j is refused: %s', async (changes, sentence) => {
  await expect(readServeOrder({ ...order, ...changes })).rejects.toThrow(sentence)
})

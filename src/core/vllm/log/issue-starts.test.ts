// Logs of public issues: the cause is named, with the line that shows it, and numbers and names in a message mislead no pattern.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { findFailure } from './find-failure.ts'
import { issueStarts } from './issue-starts.test-support.ts'
import { serverStarts } from './server-starts.test-support.ts'
import {
  engine,
  harmless,
  printedStarts,
  server,
  sglang,
  tritonserver,
} from './log-forms.test-support.ts'

test.each(
  issueStarts.map(([issue, id, log, code = 1], at) => [issue, id, { log, code, at }] as const),
)('%s: %s', (_, id, { log, code, at }) => {
  expect(findFailure([...harmless(at), ...log], code)?.id).toBe(id)
})

test.each(serverStarts.map(([report, id, log], at) => [report, id, { log, at }] as const))(
  '%s: %s',
  (_, id, { log, at }) => {
    expect(findFailure([...harmless(at), ...log], 1)?.id).toBe(id)
  },
)

test.each([
  ['llama-cpp-python#1944', '--n-gpu-layers'],
  ['llama.cpp#28050', 'a newer version of the server'],
  ['tensorrtllm_backend#168', '--kv_cache_free_gpu_memory_fraction'],
  ['lmdeploy#2071', '--cache-max-entry-count'],
  ['lmdeploy#569', 'the issues of LMDeploy'],
  ['sglang#9195', '--load-format runai_streamer'],
  ['llama.vim#36', 'Remove -hf'],
  ['an argument of clap', 'Remove --max-batch'],
])('the remedy is one of the server: %s', (report, advice) => {
  const [, , log] = serverStarts.find(([name]) => name.endsWith(report)) ?? ['', '', []]
  expect(inEnglish(findFailure(log, 1)?.remedy ?? '')).toContain(advice)
})

test.each([
  ['RuntimeError: No HIP GPUs are available', 'HIP_VISIBLE_DEVICES'],
  ["ModuleNotFoundError: No module named 'pkg_resources'", "pip install 'setuptools<81'"],
  [
    'ValueError: No available memory for the cache blocks. Try increasing `VLLM_CPU_KVCACHE_SPACE` when initializing the engine.',
    'VLLM_CPU_KVCACHE_SPACE',
  ],
  ['RuntimeError: SetDevice:x.ts:201 NPU function error', 'search the issues'],
  ['AssertionError: Not yet. Please track https://x.example for updates.', 'search the issues'],
])('the remedy fits: %s', (exception, advice) => {
  expect(inEnglish(findFailure(engine(exception), 1)?.remedy ?? '')).toContain(advice)
})

test('a failed assertion of a model explains the end of tritonserver', () => {
  const { title } = findFailure(tritonserver('No engine for this GPU'), 1) ?? {}
  expect(inEnglish(title ?? '')).toContain('Assertion failed: No engine for this GPU')
})

test('llama.cpp ends with lines that repeat the failure', () => {
  const log = [
    "0.00.5 E common_init_result: failed to create context with model '/m/q.gguf'",
    '0.00.100.500 E llama_init_from_model: failed to initialize the context: n_ubatch is odd',
    "0.00.100.501 E srv    load_model: failed to load model, '/m/q.gguf'",
    '0.00.100.502 E srv  llama_server: exiting due to model loading error',
  ]
  const { title } = findFailure(log, 1) ?? {}
  expect(inEnglish(title ?? '')).toContain('n_ubatch is odd')
})

test.each(printedStarts.map(([id, log, code = 1], at) => [id, at, { log, code }] as const))(
  '%s, start %i of other programs',
  (id, at, { log, code }) => {
    expect(findFailure([...(code === 1 ? harmless(at) : []), ...log], code)?.id).toBe(id)
  },
)

test.each([
  ['Error: 500 Internal Server Error: unable to load model', 'unexplained'],
  ['RuntimeError: 429 Too Many Requests by the gateway', 'unexplained'],
  ['requests.exceptions.HTTPError: 429 Client Error for url: https://hf.co/m', 'hub-limit'],
])('a status alone is not one of Hugging Face: %s', (line, id) => {
  expect(findFailure([line], 1)?.id).toBe(id)
})

test.each([
  ['AssertionError: Please install DeepEP first: pip install deep_ep', 'deep_ep'],
  ['ImportError: Please install mooncake by its instructions', 'mooncake-transfer-engine'],
])('a package has the name by which it is installed: %s', (line, name) => {
  expect(inEnglish(findFailure([line])?.remedy ?? '')).toContain(`pip install ${name}.`)
})

test.each([
  'nginx: [emerg] host not found in upstream "vllm"',
  'pynvml.NVMLError_X: No permission',
])('a line of another program is not one for the issues of vLLM: %s', (line) => {
  const failure = findFailure([line], 1)
  expect(failure).toMatchObject({ id: 'unexplained', title: line })
  expect(failure?.remedy.id).toBe('launch.unexplainedLine')
})

test('the package to upgrade is named', () => {
  const [, log] = printedStarts.find(([, lines]) => lines.join().includes('upgrade flash')) ?? [
    '',
    [],
  ]
  expect(inEnglish(findFailure(log, 1)?.title ?? '')).toContain('flashinfer_python')
})

test.each([
  [
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB',
    '--mem-fraction-static',
  ],
  [
    'ValueError: User-specified context_length (100000) is greater than the derived context_length (32768).',
    '--context-length',
  ],
  [
    "RuntimeError: Error building extension 'batch_prefill': [1/2] nvcc -c a.cu",
    '--attention-backend',
  ],
  ['torch.AcceleratorError: CUDA error: an illegal memory access', '--disable-cuda-graph'],
])('flags of SGLang are those of SGLang: %s', (exception, flag) => {
  const remedyIn = (log: readonly string[]) => inEnglish(findFailure(log, 1)?.remedy ?? '')
  const vllmFlags = /--(?:gpu-memory|max-model-len|max-num|enforce-eager|hf-overrides)/
  expect(remedyIn(engine(exception))).toMatch(vllmFlags)
  expect(remedyIn(sglang(exception))).toContain(flag)
  expect(remedyIn(sglang(exception))).not.toMatch(vllmFlags)
})

test('an unknown failure of SGLang is one for its issues', () => {
  const { remedy } = findFailure(sglang('RuntimeError: strange'), 1) ?? {}
  expect(inEnglish(remedy ?? '')).toContain('the issues of SGLang')
})

test('a watchdog that only warns ended nothing', () => {
  const log = (isSoft: string) => [
    `[2025-08-08 09:09:09] Scheduler watchdog timeout (self.watchdog_timeout=300, self.soft=${isSoft})`,
    'Killed',
  ]
  expect(findFailure(log('True'), 137)?.id).toBe('killed')
  expect(findFailure(log('False'), 137)?.id).toBe('step-too-long')
})

test('the line is the one that names the cause, not the first of several', () => {
  const lineOf = (issue: string) => {
    const [, , log, code = 1] = issueStarts.find(([name]) => name.endsWith(issue)) ?? ['', '', []]
    const { line = '' } = findFailure(log, code) ?? {}
    return typeof line === 'string' ? line : inEnglish(line)
  }
  expect(lineOf('#20375')).toMatch(/^Value error, num_speculative_tokens must be provided/)
  expect(lineOf('#36077')).toMatch(/^nvcc fatal/)
})

test.each([
  "RuntimeError: shape '[401, 128]' is invalid for input of size 403",
  'ValueError: max_num_seqs 429 is odd',
  'ValueError: unknown backend in VllmConfig(lora_config=None, speculative_config=None, quantization=None)',
])('unrelated numbers and names: %s', (exception) => {
  const failure = findFailure([...harmless(1), ...engine(exception)], 1)
  expect([failure?.id, inEnglish(failure?.title ?? '')]).toEqual(['unexplained', exception])
})

test('a missing library is named in the sentence', () => {
  const log = server('ImportError: libcudart.so.13: cannot open shared object file: No such file')
  expect(inEnglish(findFailure(log, 1)?.title ?? '')).toContain('libcudart.so.13')
})

test('a program without exceptions ends with its last line that names an error', () => {
  const log = [
    'INFO:    underlay of /etc/localtime required more than 50 (104) bind mounts',
    'llama_model_load: error loading model: unknown model architecture',
    'main: exiting',
  ]
  expect(inEnglish(findFailure(log, 1)?.title ?? '')).toBe(log[1])
  expect(findFailure(log, 0)).toBeNull()
})

test.each([
  [
    'vllm-project/vllm#19204',
    'paula09:2528103:2528103 [0] ras/client_support.cc:160 NCCL WARN Call to bind failed: Address already in use',
  ],
  [
    'vllm-project/vllm#6462',
    'WARNING 07-17 20:03:10 _custom_ops.py:14] Failed to import from vllm._C with ImportError("/lib64/libc.so.6: version `GLIBC_2.32\' not found (required by /x/vllm/_C.abi3.so)")',
  ],
  [
    'vllm-project/vllm#5484',
    'omega:18302:18445 [0] NCCL INFO NET/Plugin: Plugin load returned 2 : libnccl-net.so: cannot open shared object file: No such file or directory : when loading libnccl-net.so',
  ],
])('%s: a server that runs has no cause', (_, line) => {
  const running = '(APIServer pid=811) INFO:     Application startup complete.'
  expect(findFailure([...harmless(0), line, running])).toBeNull()
})

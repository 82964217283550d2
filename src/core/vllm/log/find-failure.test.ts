import { inEnglish, message } from '#core/messages/message.ts'
import { describe, expect, test } from 'vitest'
import { failedStarts } from './failed-starts.test-support.ts'
import { failurePatterns, findFailure } from './find-failure.ts'
import { issueStarts } from './issue-starts.test-support.ts'
import { printedStarts } from './log-forms.test-support.ts'

const examples: readonly (readonly [id: string, line: string])[] = [
  ['port-taken', 'OSError: [Errno 98] Address already in use'],
  ['port-taken', 'Error: listen EADDRINUSE: address already in use 127.0.0.1:8000'],
  [
    'port-taken',
    'docker: Error response from daemon: driver failed programming external connectivity on endpoint keen_babbage (f5bf): Bind for 127.0.0.1:8123 failed: port is already allocated',
  ],
  [
    'port-taken',
    'docker: Error response from daemon: driver failed programming external connectivity on endpoint x (231d): Error starting userland proxy: listen tcp4 127.0.0.1:8124: bind: address already in use',
  ],
  ['no-docker', 'leader.sh: 44: docker: not found'],
  ['docker-down', 'Error: unable to connect to Podman socket: dial unix /run/user/1/podman.sock'],
  ['docker-version', 'client version 1.52 is too new. Maximum supported API version is 1.41.'],
  [
    'registry-login',
    'docker: Error response from daemon: Head "https://r/1": unauthorized: authentication',
  ],
  ['registry-login', 'Error: initializing source docker://r/x: unauthorized: authentication'],
  [
    'registry-login',
    'docker: error getting credentials - err: exec: "docker-x": executable file not found',
  ],
  ['image-missing', 'Error: short-name "vllm/vllm-openai:latest" did not resolve to an alias'],
  [
    'image-missing',
    'daemon: repository does not exist: authorization failed: no basic auth credentials',
  ],
  [
    'registry-unreachable',
    'Error response from daemon: Get "https://r/v2/": x509: signed by unknown',
  ],
  [
    'registry-unreachable',
    'Error response from daemon: http: server gave HTTP response to HTTPS client',
  ],
  ['registry-unreachable', 'docker: unexpected EOF.'],
  ['registry-unreachable', 'docker: filesystem layer verification failed for digest sha256:a'],
  ['container-forbidden', 'ERROR  : Failed to set effective UID to 0'],
  ['container-forbidden', 'FATAL:   container creation failed: mount hook function failure: mount'],
  [
    'container-forbidden',
    'Error: writing file `/sys/fs/cgroup/cgroup.subtree_control`: permission denied',
  ],
  [
    'container-forbidden',
    'Error: potentially insufficient UIDs or GIDs available in user namespace',
  ],
  ['container-forbidden', 'Error: crun: cannot set memory limit: cgroup v1 is not supported'],
  ['container-forbidden', 'Error: crun: mount `/sys/fs/selinux`: Permission denied'],
  ['container-gpu-missing', 'nvidia-container-cli: mount error: failed to add device rules'],
  [
    'container-gpu-missing',
    'Error: crun: error executing hook `/usr/bin/nvidia-container-toolkit`',
  ],
  ['container-gpu-missing', 'Failed to initialize NVML: Unknown Error'],
  ['image-without-program', 'FATAL:   "vllm": executable file not found in $PATH'],
  ['image-without-program', 'Error: crun: executable file `--model` not found in $PATH'],
  ['not-executable', 'OCI runtime create failed: exec: "/entrypoint.sh": permission denied'],
  ['not-executable', 'bash: /opt/vllm: cannot execute binary file: Exec format error'],
  ['container-name-taken', 'Error: the container name "vllm" is already in use by ab12.'],
  ['windows-line-ends', './start.sh: /bin/bash^M: bad interpreter: No such file'],
  ['windows-line-ends', 'env: ‘bash\\r’: No such file or directory'],
  ['no-program', 'bash: ./run.sh: /bin/bash: bad interpreter: No such file'],
  ['interpreter-missing', 'vllm: line 1: /old/bin/python: bad interpreter: No such file'],
  ['disk-full', 'docker: failed to register layer: write /x.so: no space left on device.'],
  ['no-docker', 'env: ‘docker’: No such file or directory'],
  [
    'docker-forbidden',
    'docker: permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Head "http://%2Fvar%2Frun%2Fdocker.sock/_ping": dial unix /var/run/docker.sock: connect: permission denied',
  ],
  [
    'docker-down',
    'docker: Cannot connect to the Docker daemon at unix:///nowhere.sock. Is the docker daemon running?',
  ],
  [
    'image-missing',
    'docker: Error response from daemon: manifest for vllm/vllm-openai:v9 not found: manifest unknown: manifest unknown',
  ],
  [
    'image-missing',
    "docker: Error response from daemon: pull access denied for nowhere/x, repository does not exist or may require 'docker login': denied",
  ],
  [
    'image-limit',
    'docker: Error response from daemon: toomanyrequests: You have reached your unauthenticated pull rate limit.',
  ],
  [
    'image-platform',
    'docker: no matching manifest for linux/arm64/v8 in the manifest list entries.',
  ],
  ['image-platform', 'exec /usr/bin/vllm: exec format error'],
  [
    'registry-unreachable',
    'docker: Error response from daemon: Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io on 10.0.0.1:53: no such host',
  ],
  [
    'registry-unreachable',
    'docker: Error response from daemon: Get "http://127.0.0.1:5999/v2/": dial tcp 127.0.0.1:5999: connect: connection refused',
  ],
  [
    'no-gpu-toolkit',
    'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]]',
  ],
  [
    'container-driver-too-old',
    'nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.9, please update your driver to a newer version',
  ],
  ['container-gpu-missing', 'nvidia-container-cli: device error: 7: unknown device'],
  [
    'image-without-program',
    'docker: Error response from daemon: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "vllm": executable file not found in $PATH: unknown',
  ],
  ['image-without-program', '[FATAL tini (7)] exec vllm failed: No such file or directory'],
  ['image-missing', 'no such manifest: 127.0.0.1:5000/team/nothing:v1'],
  [
    'container-name-taken',
    'docker: Error response from daemon: Conflict. The container name "/kpb" is already in use by container "ea66".',
  ],
  ['docker-arguments-refused', 'unknown flag: --gpu'],
  ['power-cap-outside', 'Kneepoint: power cap: 150 W is outside 200 W to 700 W of GPU GPU-a3f7'],
  [
    'power-cap-refused',
    'Kneepoint: power cap: the host does not allow to set the limit of GPU GPU-a3f7',
  ],
  ['power-cap-missing', 'Kneepoint: power cap: nvidia-smi reports no power limits'],
  [
    'container-out-of-memory',
    'Kneepoint: the container reached its limit of memory, and a process of it was killed.',
  ],
  [
    'memory-taken',
    'ValueError: Free memory on device cuda:0 (20.1/79.1 GiB) on startup is less than desired GPU memory utilization (0.92, 72.8 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
  ],
  [
    'no-kv-cache',
    'ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization`',
  ],
  [
    'kv-cache-too-small',
    "ValueError: To serve at least one request with the model's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the available KV cache memory (7.2 GiB). Based on the available memory, the estimated maximum model length is 58976. Try increasing",
  ],
  [
    'kv-cache-too-small',
    "ValueError: To serve at least one request with the models's max seq len (4096), (0.50 GiB KV cache is needed, which is larger than the available KV cache memory (0.25 GiB).",
  ],
  [
    'weights-out-of-memory',
    'ERROR 11-21 14:30:00 [gpu_model_runner.py:5079] Failed to load model - not enough GPU memory. Try lowering',
  ],
  [
    'warm-up-out-of-memory',
    'RuntimeError: CUDA out of memory occurred when warming up sampler with 1024 dummy requests.',
  ],
  ['gpu-out-of-memory', 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.'],
  [
    'memory-freed-meanwhile',
    'AssertionError: Error in memory profiling. Initial free memory 10 GiB, current free memory 12 GiB.',
  ],
  ['killed', 'Killed'],
  [
    'length-beyond-model',
    'ValueError: User-specified max_model_len (300000) is greater than the derived max_model_len (max_position_embeddings=131072',
  ],
  [
    'step-below-length',
    'ValueError: max_num_batched_tokens (2048) is smaller than max_model_len (8192).',
  ],
  [
    'step-below-sequences',
    'ValueError: max_num_batched_tokens (128) must be greater than or equal to max_num_seqs (256).',
  ],
  [
    'too-few-gpus',
    'ValueError: World size (8) is larger than the number of available GPUs (4) in this node.',
  ],
  [
    'heads-indivisible',
    'ValueError: Total number of attention heads (28) must be divisible by tensor parallel size (8).',
  ],
  [
    'no-bfloat16',
    'ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0.',
  ],
  [
    'quantization-needs-newer-gpu',
    'ValueError: The quantization method modelopt_fp4 is not supported for the current GPU. Minimum capability: 100. Current capability: 80.',
  ],
  [
    'quantization-dtype',
    'ValueError: torch.bfloat16 is not supported for quantization method awq. Supported dtypes: [torch.float16]',
  ],
  [
    'quantization-mismatch',
    'ValueError: Quantization method specified in the model config (awq) does not match the quantization method specified in the `quantization` argument (fp8).',
  ],
  ['quantization-unknown', 'ValueError: Unknown quantization method: foo. Must be one of [...]'],
  [
    'attention-backend',
    "ValueError: Selected backend AttentionBackendEnum.FLASHMLA is not valid for this configuration. Reason: ['head_size not supported']",
  ],
  ['arguments-refused', 'vllm serve: error: unrecognized arguments: --swap-space 4'],
  ['arguments-refused', 'vllm serve: error: argument --dtype: invalid choice: x'],
  ['gated-model', 'huggingface_hub.errors.GatedRepoError: 401 Client Error.'],
  ['model-missing', "ValueError: Invalid repository ID or local directory specified: 'foo'."],
  ['hub-unreachable', "OSError: We couldn't connect to 'https://huggingface.co' to load the files"],
  ['disk-full', 'OSError: [Errno 28] No space left on device'],
  ['no-weights', 'RuntimeError: Cannot find any model weights with `foo`'],
  [
    'architecture-unsupported',
    "ValueError: Model architectures ['Foo'] are not supported for now.",
  ],
  [
    'model-class-broken',
    "ValueError: Model architectures ['X'] failed to be inspected. Please check the logs for more details.",
  ],
  [
    'not-quantized-so',
    "ValueError: Cannot find the config file for awq [type=value_error, input_value=ArgsKwargs((), {'model_co...",
  ],
  ['parser-unknown', "KeyError: 'invalid tool call parser: nosuch (chose from { apertus,xlam })'"],
  ['parser-unknown', "KeyError: 'invalid reasoning parser: x (chose from { qwen3 })'"],
  [
    'own-code',
    'ValueError: The repository contains custom code. Please pass the argument `trust_remote_code=True` to allow it',
  ],
  [
    'gpus-cannot-talk',
    'RuntimeError: NCCL error: unhandled system error (run with NCCL_DEBUG=INFO for details)',
  ],
  [
    'driver-too-old',
    'RuntimeError: The NVIDIA driver on your system is too old (found version 12020).',
  ],
  ['no-gpu', 'RuntimeError: Failed to infer device type, please set the environment variable'],
  [
    'no-kernel',
    'RuntimeError: CUDA error: no kernel image is available for execution on the device',
  ],
  ['builds-mismatch', 'ImportError: /x/vllm/_C.abi3.so: undefined symbol: _ZN3c10'],
  ['builds-mismatch', 'ImportError: /x/libvllm_ext.so: undefined symbol: _ZNK3c106SymInt'],
  [
    'library-mismatch',
    'ImportError: /x/nvidia/cusparse/lib/libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version libnvJitLink.so.12',
  ],
  ['library-mismatch', 'ImportError: /x/libtriton_python.so: undefined symbol: _PyThreadState'],
  ['no-vllm', 'bash: line 1: vllm: command not found'],
  ['no-vllm', "env: '/opt/venv/bin/vllm': No such file or directory: 'vllm'"],
  ['gpu-fault', 'RuntimeError: CUDA error: an illegal memory access was encountered'],
  [
    'time-limit',
    'slurmstepd: error: *** STEP 7.0 ON n1 CANCELLED AT 2026-11-20T10:00 DUE TO TIME LIMIT ***',
  ],
  [
    'package-versions',
    'RuntimeError: x-cubin version (0.5.2) does not match x version (0.5.3). Please install the same version of both packages.',
  ],
  ['no-cuda-toolkit', 'RuntimeError: NVCC compiler not found, please install the CUDA toolkit'],
  ['engine-plan', 'IRuntime: Note: Current Version: 240, Serialized Engine Version: 239'],
  ['image-missing', 'failed to pull and unpack image "a/b:v9": a/b:v9: not found'],
  ['gpu-out-of-memory', 'llama_init: failed to allocate buffer for kv cache'],
  ['cuda-library', 'RuntimeError: NVRTC: failed to open libnvrtc-builtins.so.12.8.'],
  ['python-too-old', "TypeError: dataclass() got an unexpected keyword argument 'kw_only'"],
  ['python-too-old', "ImportError: cannot import name 'Self' from 'typing' (/usr/lib/typing.py)"],
  ['python-parts', "ModuleNotFoundError: No module named '_ctypes'"],
  ['vllm-hidden', "AttributeError: module 'vllm' has no attribute 'LLM'"],
  ['library-mismatch', 'RuntimeError: CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `a`'],
  ['service-unreachable', 'Exception: nats: connect to NATS at a:4222 failed: timed out'],
  ['disk-full', 'FileNotFoundError: [Errno 2] No usable temporary directory found in [/tmp]'],
  ['locked-memory', 'RuntimeError: RLIMIT_MEMLOCK is below the size of the region'],
  [
    'arguments-refused',
    'vllm serve: error: argument --compilation-config/-O: Value {mode: 3} cannot be converted to <function a>.',
  ],
  ['gpu-out-of-memory', 'ggml_vulkan: vk::Queue::submit: ErrorOutOfDeviceMemory'],
  ['no-pinned-memory', 'RuntimeError: UVA is not available'],
  ['ngc-key', 'NGC API error: 403 Forbidden for nim/meta/llama:1.2'],
  ['gpu-busy', 'RuntimeError: Unable to open TPU: the TPU is already in use by process with pid 7'],
  ['gpu-out-of-memory', 'RuntimeError: level_zero: UR_RESULT_ERROR_OUT_OF_RESOURCES'],
  ['host-out-of-memory', 'Error: model requires more system memory (13 GiB) than is available'],
  [
    'weights-damaged',
    "llama_model_load: error loading model: missing tensor 'blk.0.attn_q.weight'",
  ],
  ['engine-timeout', 'TimeoutError: Timed out waiting for engine core processes to start'],
  [
    'worker-failed',
    'Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause.',
  ],
  [
    'engine-failed',
    "RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore': 1}",
  ],
  [
    'engine-died',
    'vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
  ],
]

describe('each cause is known by what it says', () => {
  test.each(examples)('%s: %s', (id, line) => {
    expect(findFailure(['INFO all is well', line])).toMatchObject({ id, line })
  })

  test('no pattern is without an example', () => {
    const issues = issueStarts.map(([, id]) => id)
    const others = [...examples, ...failedStarts, ...printedStarts].map(([id]) => id)
    const ids = new Set([...others, ...issues, 'tls-files'])
    expect(failurePatterns.filter(({ id }) => !ids.has(id)).map(({ id }) => id)).toEqual([])
  })
})

test('an exception is explained by its own line, not by the line of the program that raised it', () => {
  const line =
    'huggingface_hub.errors.LocalEntryNotFoundError: Cannot find the requested files in the cache'
  expect(findFailure(['(APIServer pid=7)     raise LocalEntryNotFoundError(', line])).toMatchObject(
    { line },
  )
})

test('a certificate that cannot be loaded is not a missing model', () => {
  const lines = [
    'Traceback (most recent call last):',
    '  File "/venv/uvicorn/config.py", line 112, in create_ssl_context',
    '    ctx.load_cert_chain(certfile, keyfile, get_password)',
    'ssl.SSLError: [SSL: KEY_VALUES_MISMATCH] key values mismatch (_ssl.c:4139)',
  ]
  expect(findFailure(lines)?.id).toBe('tls-files')
})

test('an exception without text in its first line has that of the next', () => {
  const lines = ['Traceback (most recent call last):', 'RuntimeError: Failed:', 'slot 3 is lost']
  expect(findFailure(lines)?.title).toBe('RuntimeError: Failed: slot 3 is lost')
})

test('the line with the cause is found before several lines that only report the end', () => {
  const ends = [
    "srv load_model: failed to load model, '/m.gguf'",
    "common_init: failed to load model '/m.gguf'",
    'llama_model_load_from_file_impl: failed to load model',
    'srv operator(): cleaning up before exit...',
    'main: exiting due to model loading error',
  ]
  const cause = 'llama_model_load: error loading model: vocab size 5 is below 7'
  expect(findFailure([cause, ...ends], 1)?.line).toBe(cause)
})

test('a wrapper is reported only without a cause', () => {
  const wrapper = 'RuntimeError: Engine core initialization failed. See root cause above.'
  const cause = 'torch.OutOfMemoryError: CUDA out of memory.'
  expect(findFailure([wrapper])?.id).toBe('engine-failed')
  expect(findFailure([wrapper, cause])?.id).toBe('gpu-out-of-memory')
})

test.each([
  [137, 'killed-outside'],
  [143, 'ended-outside'],
  [139, 'crashed'],
  [126, 'not-executable'],
  [127, 'no-program'],
])('exit code %i has a meaning by itself', (code, id) => {
  expect(findFailure([], code)).toMatchObject({ id, line: message('hosts.exitCode', { code }) })
})

test('most exit codes have no meaning', () => {
  expect([0, 1, 2, 125].map((code) => findFailure([], code))).toEqual([null, null, null, null])
})

test('the remedy gives the numbers of the log', () => {
  const line = examples.find(([id]) => id === 'memory-taken')?.[1] ?? ''
  expect(inEnglish(findFailure([line])?.remedy ?? '')).toContain(
    '--gpu-memory-utilization below 0.25',
  )
})

test.each([
  "INFO non-default args: {'trust_remote_code': True}",
  "Initializing a V1 LLM engine (v0.28.0) with config: model='x', trust_remote_code=True, quantization=None",
  'INFO:     Application startup complete.',
])('%s is no failure', (line) => {
  expect(findFailure([line])).toBeNull()
})

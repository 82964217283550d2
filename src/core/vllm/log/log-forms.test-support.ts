// Log lines as servers of several versions print them: warnings of every start, the ways of raising an exception, and starts under
// container programs, clusters and other engines.

const noise: readonly (readonly string[])[] = [
  [
    // huggingface/transformers, models whose discussions are disabled
    'Exception in thread Thread-auto_conversion:',
    'Traceback (most recent call last):',
    '  File "/opt/venv/lib/python3.12/site-packages/huggingface_hub/utils/_http.py", line 409, in hf_raise_for_status',
    '    response.raise_for_status()',
    'requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://huggingface.co/api/models/org/m/discussions?p=0',
    '',
    'The above exception was the direct cause of the following exception:',
    '',
    'Traceback (most recent call last):',
    '  File "/usr/lib/python3.12/threading.py", line 1073, in _bootstrap_inner',
    '    self.run()',
    'huggingface_hub.errors.HfHubHTTPError: 403 Forbidden: Discussions are disabled for this repo.',
  ],
  [
    `WARNING 09-18 10:00:00 [interface.py:222] Failed to import from vllm._C: ModuleNotFoundError("No module named 'vllm._C'")`,
    'INFO 09-18 10:00:00 [__init__.py:241] Automatically detected platform cuda.',
    '(APIServer pid=811) WARNING 09-18 10:00:01 [argparse_utils.py:82] With `vllm serve`, you should provide the model as a positional argument or in a config file instead of via the `--model` option.',
    "(APIServer pid=811) INFO 09-18 10:00:01 [utils.py:233] non-default args: {'model_tag': 'm', 'trust_remote_code': True, 'enable_lora': True}",
  ],
  [
    `(APIServer pid=811) WARNING 09-18 10:00:02 [_http.py:377] '(MaxRetryError("HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded with url: /m/resolve/main/config.json (Caused by NewConnectionError('Network is unreachable'))"), '(Request ID: 1)')' thrown while requesting HEAD https://huggingface.co/m/resolve/main/config.json`,
    '(APIServer pid=811) WARNING 09-18 10:00:02 [_http.py:379] Retrying in 1s [Retry 1/5].',
    "(APIServer pid=811) WARNING 09-18 10:00:03 [utils.py:220] Could not cache non-existence of file. Will ignore error and continue. Error: [Errno 13] Permission denied: '/root/.cache/huggingface/hub/models--org--m/.no_exist'",
    'HTTP Error 429 thrown while requesting HEAD https://huggingface.co/m/resolve/main/config.json',
  ],
  [
    '(EngineCore_DP0 pid=1013) ERROR 09-18 10:00:07 [fa_utils.py:57] Cannot use FA version 2 is not supported due to FA2 is only supported on devices with compute capability >= 8',
    '[W918 10:00:08.511 socket.cpp:767] [c10d] The client socket cannot be initialized to connect to [localhost]:41753 (errno: 97 - Address family not supported by protocol).',
    '(Worker_TP0 pid=1200) WARNING 09-18 10:00:10 [custom_all_reduce.py:144] Custom allreduce is disabled because your platform lacks GPU P2P capability or P2P test failed. To silence this warning, specify disable_custom_all_reduce=True explicitly.',
    '(EngineCore_DP0 pid=1013) INFO 09-18 10:00:12 [network_utils.py:36] Port 29500 is already in use, trying port 29501',
    '(Worker_TP0 pid=1200) INFO 09-18 10:00:13 [gpu_model_runner.py:3562] Starting to load model m...',
  ],
  [
    '/opt/venv/lib/python3.12/site-packages/torch/cuda/__init__.py:63: FutureWarning: The pynvml package is deprecated. Please install nvidia-ml-py instead.',
    '  import pynvml  # type: ignore[import]',
    'Exception ignored in: <function Usage.__del__ at 0x7f2>',
    'Traceback (most recent call last):',
    '  File "/opt/venv/lib/python3.12/site-packages/vllm/usage/usage_lib.py", line 200, in _send_to_server',
    "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='stats.vllm.ai', port=443): Max retries exceeded",
    '\u001b[1;36m(EngineCore_DP0 pid=1013)\u001b[0;0m INFO 09-18 10:00:15 [weight_utils.py:450] Using model weights format',
    'Loading safetensors checkpoint shards:   0% Completed | 0/4 [00:00<?, ?it/s]\rLoading safetensors checkpoint shards:  25% Completed | 1/4 [00:03<00:09,  3.1s/it]',
  ],
]

/** Lines that any start may print, ending with those of `at`. */
export function harmless(at: number): readonly string[] {
  return [...noise.slice(at % noise.length), ...noise.slice(0, at % noise.length)].flat()
}

const wrapped = [
  '(APIServer pid=811) Traceback (most recent call last):',
  '(APIServer pid=811)   File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/utils.py", line 776, in wait_for_engine_startup',
  '(APIServer pid=811)     raise RuntimeError(',
  "(APIServer pid=811) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore_DP0': 1}",
]

type Form = (exception: string, frame?: string) => readonly string[]

const frameOf = (frame: string) => [
  `  File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/core.py", line 927, in run_engine_core`,
  '    engine_core = EngineCoreProc(*args, **kwargs)',
  frame,
]

/** Raised by the engine; since 0.10 each line has a process prefix. */
export const engine: Form = (exception, frame = '') => [
  '(EngineCore_DP0 pid=1013) ERROR 09-18 10:00:20 [core.py:936] EngineCore failed to start.',
  ...['Traceback (most recent call last):', ...frameOf(frame), ...exception.split('\n')].map(
    (line) => `(EngineCore_DP0 pid=1013) ERROR 09-18 10:00:20 [core.py:936] ${line}`,
  ),
  ...wrapped,
]

/** Raised by one of several workers. */
export const worker: Form = (exception, frame = '') => [
  ...['Traceback (most recent call last):', ...frameOf(frame), ...exception.split('\n')].map(
    (line) => `(Worker_TP1 pid=1201) ERROR 09-18 10:00:19 [multiproc_executor.py:597] ${line}`,
  ),
  '(Worker_TP1 pid=1201) INFO 09-18 10:00:19 [multiproc_executor.py:558] Parent process exited, terminating worker',
  ...engine(
    'Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause.',
  ),
]

/** Raised by the server's own process. */
export const server: Form = (exception, frame = '') =>
  ['Traceback (most recent call last):', ...frameOf(frame), ...exception.split('\n')].map(
    (line) => `(APIServer pid=811) ${line}`,
  )

/** Tritonserver lists its models after the failure, and then ends. */
export const tritonserver = (assertion: string): readonly string[] => [
  `E1114 09:30:00.910920 6946 model_lifecycle.cc:621] failed to load 'tensorrt_llm' version 1: Internal: unexpected error when creating modelInstanceState: [TensorRT-LLM][ERROR] Assertion failed: ${assertion} (/app/worldConfig.cpp:80)`,
  '1       0x7f06d27ff645 /opt/tritonserver/backends/tensorrtllm/libtriton_tensorrtllm.so(+0x17645)',
  'I1114 09:30:01.895051 6945 server.cc:662]',
  '| tensorrt_llm   | 1       | UNAVAILABLE: Internal: unexpected error |',
  'I1114 09:30:01.896000 6945 server.cc:293] Waiting for in-flight requests to complete.',
  'error: creating server: Internal - failed to load all models',
]

/** Before 0.10, lines had no process prefix. */
export const unsigned: Form = (exception, frame = '') => [
  'ERROR 07-10 10:00:20 engine.py:366] ' + (exception.split('\n')[0] ?? ''),
  'Process SpawnProcess-1:',
  'Traceback (most recent call last):',
  ...frameOf(frame),
  ...exception.split('\n'),
  'Traceback (most recent call last):',
  '  File "/usr/local/bin/vllm", line 8, in <module>',
  '    sys.exit(main())',
  'RuntimeError: Engine process failed to start. See stack trace for the root cause.',
]

/** In an actor of Ray. */
export const ray: Form = (exception, frame = '') => [
  ...[
    'Error executing method',
    'Traceback (most recent call last):',
    ...frameOf(frame),
    ...exception.split('\n'),
  ].map(
    (line) =>
      `\u001b[36m(RayWorkerWrapper pid=5280, ip=10.0.0.2)\u001b[0m ERROR 09-18 10:00:19 [worker_base.py:157] ${line}`,
  ),
  ...engine(
    `ray.exceptions.RayTaskError(${exception.split(':', 1)[0] ?? ''}): ray::RayWorkerWrapper.execute_method() (pid=5280, ip=10.0.0.2)`,
  ),
]

/** SGLang writes its prefix only before the first line. */
export const sglang: Form = (exception, frame = '') => [
  '[2025-08-08 09:09:09 TP2] Scheduler hit an exception: Traceback (most recent call last):',
  ...frameOf(frame),
  ...exception.split('\n'),
  '',
  '[2025-08-08 09:09:09] Received sigquit from a child process. It usually means the child failed.',
  'Killed',
]

/** Printed by another program. */
export const printed: Form = (text) => text.split('\n')

export const printedStarts: readonly (readonly [
  id: string,
  log: readonly string[],
  code?: number,
])[] = [
  [
    'no-gpus-of-podman',
    printed('Error: setting up CDI devices: unresolvable CDI devices nvidia.com/gpu=all'),
    126,
  ],
  [
    'no-gpus-of-podman',
    printed(
      'Error: crun: cannot stat `/usr/lib64/libEGL_nvidia.so.550`: No such file or directory',
    ),
    127,
  ],
  ['container-path-missing', printed('Error: statfs /models: no such file or directory'), 125],
  [
    'container-path-missing',
    printed('FATAL:   could not open image /home/x/vllm.sif: failed to retrieve path'),
    255,
  ],
  ['container-path-missing', printed('[ERROR] No such file or directory: /home/x/vllm.sqsh')],
  [
    'container-forbidden',
    printed('enroot-nsenter: failed to create user namespace: Operation not permitted'),
  ],
  [
    'container-forbidden',
    printed('FATAL:   container creation failed: squashfuse mount failed: fuse: device not found'),
    255,
  ],
  [
    'module-unknown',
    printed(
      'Lmod has detected the following error: The following module(s) are unknown: "cuda/12.8"',
    ),
  ],
  ['module-unknown', printed("ERROR: Unable to locate a modulefile for 'cuda/12.8'")],
  [
    'environment-not-activated',
    printed("CondaError: Run 'conda init' before 'conda activate'\n/bin/sh: 1: vllm: not found"),
    127,
  ],
  [
    'environment-not-activated',
    printed('/bin/sh: 3: module: not found\n/bin/sh: 4: vllm: not found'),
    127,
  ],
  [
    'no-vllm',
    printed('error: Failed to spawn: `vllm`\n  Caused by: No such file or directory (os error 2)'),
    2,
  ],
  [
    'no-kv-cache',
    sglang('RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.'),
  ],
  [
    'step-too-long',
    printed(
      '[2025-08-08 09:09:09 TP0] Watchdog timeout (self.watchdog_timeout=300)\n[2025-08-08 09:09:14] Received sigquit from a child process. It usually means the child failed.\nKilled',
    ),
    137,
  ],
  [
    'step-too-long',
    printed(
      '[2025-08-08 09:09:09] Scheduler watchdog timeout, crashing server to prevent hanging\nKilled',
    ),
    137,
  ],
  [
    'gpu-busy',
    sglang(
      'ValueError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes.',
    ),
  ],
  [
    'length-beyond-model',
    sglang(
      'ValueError: User-specified context_length (100000) is greater than the derived context_length (32768).',
    ),
  ],
  [
    'builds-mismatch',
    sglang('ImportError: [sgl_kernel] CRITICAL: Could not load any common_ops library!'),
  ],
  ['no-cuda-toolkit', sglang('RuntimeError: The Ninja binary is required')],
  [
    'package-missing',
    engine('RuntimeError: FlashInfer backend requires flashinfer to be installed'),
  ],
  [
    'package-missing',
    sglang(
      "ImportError: Please upgrade flashinfer_python package to the latest version with 'pip install --upgrade'",
    ),
  ],
  [
    'toolkit-too-old',
    engine(
      'RuntimeError: Assertion error (csrc/jit/compiler.hpp:10): NVCC version should be >= 12.3',
    ),
  ],
  [
    'quantization-needs-newer-gpu',
    engine(
      'ValueError: MXFP4 quantization is not supported for the current GPU. Minimum capability: 90.',
    ),
  ],
  [
    'gpu-out-of-memory',
    engine(
      'RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB (NPU 0; 60.97 GiB total capacity)',
    ),
  ],
  [
    'gpus-cannot-talk',
    engine(
      'RuntimeError: createHCCLComm: HCCL function error: HcclGetRootInfo(&hcclID), error code is 7',
    ),
  ],
  [
    'model-missing',
    server('modelscope.hub.errors.NotExistError: The request id: x does not exist'),
  ],
]

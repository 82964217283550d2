// Starts that failed at users of vLLM and of what is built on it, as their logs end.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { findFailure } from './find-failure.ts'
import {
  engine,
  harmless,
  ray,
  server,
  sglang,
  unsigned,
  worker,
} from './log-forms.test-support.ts'

type Start = readonly [id: string, log: readonly string[], code?: number]

const starts: readonly Start[] = [
  [
    'no-c-compiler',
    engine(
      'torch._inductor.exc.InductorError: RuntimeError: Failed to find C compiler. Please specify via CC environment variable.',
    ),
  ],
  [
    'compile-failed',
    engine(
      'torch._inductor.exc.InductorError: CppCompileError: C++ compile error\n\nOutput:\n/tmp/x.cpp:1:10: fatal error: stddef.h: No such file or directory',
    ),
  ],
  [
    'no-cuda-toolkit',
    worker(
      'RuntimeError: Ninja build failed. Ninja output:\n/bin/sh: 1: :/usr/local/cuda-12.8/bin/nvcc: not found\nninja: build stopped: subcommand failed.',
    ),
  ],
  ['no-cuda-toolkit', worker("FileNotFoundError: [Errno 2] No such file or directory: 'nvcc'")],
  [
    'no-cuda-toolkit',
    engine(
      "RuntimeError: Could not find nvcc and default cuda_home='/usr/local/cuda' doesn't exist",
    ),
  ],
  [
    'weights-damaged',
    engine('safetensors_rust.SafetensorError: Error while deserializing header: HeaderTooLarge'),
  ],
  [
    'rendezvous',
    engine(
      'RuntimeError: Gloo connectFullMesh failed with [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:537] timed out connecting: SO_ERROR: Connection refused, remote=[127.0.0.1]:14215',
    ),
  ],
  [
    'rendezvous',
    ray(
      'RuntimeError: Gloo connectFullMesh failed with [../third_party/gloo/gloo/transport/tcp/pair.cc:144] no error',
    ),
  ],
  [
    'tokenizer-package',
    server(
      'ValueError: Converting from SentencePiece and Tiktoken failed, if a converter for SentencePiece is available, provide a model path with a SentencePiece tokenizer.model file.',
    ),
  ],
  [
    'tokenizer-package',
    server(
      "ValueError: Cannot instantiate this tokenizer from a slow version. If it's based on sentencepiece, make sure you have sentencepiece installed.",
    ),
  ],
  [
    'package-versions',
    server(
      'TypeError: Descriptors cannot be created directly.\nIf this call came from a _pb2.py file, your generated code is out of date',
    ),
  ],
  [
    'kv-cache-too-small',
    unsigned(
      "ValueError: To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, which is larger than the available KV cache memory (5.93 GiB).",
    ),
  ],
  [
    'gpu-busy',
    worker('torch.AcceleratorError: CUDA error: CUDA-capable device(s) is/are busy or unavailable'),
  ],
  [
    'hub-unreachable',
    server(
      'huggingface_hub.errors.LocalEntryNotFoundError: An error happened while trying to locate the file on the Hub and we cannot find the requested files in the local cache.',
    ),
  ],
  [
    'hub-certificate',
    server(
      "requests.exceptions.SSLError: (MaxRetryError(\"HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded with url: /m/resolve/main/config.json (Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate in certificate chain')))\"))",
    ),
  ],
  [
    'ray-resources',
    engine(
      'ValueError: The number of required GPUs exceeds the total number of available GPUs in the placement group.',
    ),
  ],
  [
    'model-type',
    server(
      'pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig\n  Value error, The checkpoint you are trying to load has model type `qwen3_next` but Transformers does not recognize this architecture. [type=value_error]',
    ),
  ],
  [
    'gpus-cannot-talk',
    worker(
      'torch.distributed.DistBackendError: NCCL error in: NCCLUtils.cpp:94, unhandled system error, NCCL version 2.27.3\nncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error.',
    ),
  ],
  [
    'gpu-out-of-memory',
    [
      '{"levelname":"ERROR","message":"EngineCore failed to start.","exc_info":"Traceback (most recent call last):\\n  File \\"x.py\\", line 1, in f\\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."}',
    ],
  ],
  [
    'gpu-out-of-memory',
    unsigned(
      'torch.OutOfMemoryError: HIP out of memory. Tried to allocate 124.00 MiB. GPU 0 has a total capacity of 19.94 GiB',
    ),
  ],
  ['no-kernel', unsigned('RuntimeError: HIP error: invalid device function')],
  ['no-gpu', unsigned('RuntimeError: HIP Error: no ROCm-capable device is detected')],
  [
    'no-kernel',
    engine(
      'torch.AcceleratorError: CUDA error: no kernel image is available for execution on the device',
    ),
  ],
  [
    'aborted',
    [
      "DEBUG 02-11 02:14:15 [__init__.py:45] TPU platform is not available because: No module named 'libtpu'",
      'double free or corruption (!prev)',
    ],
    134,
  ],
  [
    'crashed',
    [
      '[decode-0:7:0:123] Caught signal 11 (Segmentation fault: address not mapped to object at address 0x28)',
    ],
    139,
  ],
  ['weights-mismatch', engine("KeyError: 'layers.0.mlp.down_proj.weight_zero_point'")],
  ['weights-mismatch', worker("KeyError: 'layers.0.mlp.experts.w2_weight'")],
  [
    'builds-mismatch',
    server(
      'ImportError: libtorch_cuda.so: cannot open shared object file: No such file or directory',
    ),
  ],
  [
    'memory-taken',
    worker(
      'ValueError: Free memory on device cuda:0 (21.98/24.0 GiB) on startup is less than desired GPU memory utilization (0.95, 22.8 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
    ),
  ],
  [
    'path-missing',
    ray(
      "huggingface_hub.errors.HFValidationError: Repo id must be in the form 'repo_name' or 'namespace/repo_name': '/root/.cache/huggingface/hub/models--org--m/snapshots/c1'. Use `repo_type` argument if needed.",
    ),
  ],
  [
    'model-missing',
    server(
      "ValueError: Invalid repository ID or local directory specified: '/models/m-Q6_K/'.\nPlease verify the following requirements:\n1. Provide a valid Hugging Face repository ID.",
    ),
  ],
  ['quantization-mismatch', server('ValueError: Found unknown quantization=hqq.')],
  ['lora-rank', server('ValueError: Lora rank 64 is greater than max_lora_rank 16.')],
  [
    'ray-unreachable',
    ray('ray.exceptions.RaySystemError: System error: Unable to connect to node'),
  ],
  ['no-kernel', engine('RuntimeError: Triton Error [CUDA]: device kernel image is invalid')],
  ['data-type', server('ValueError: Invalid kv_cache_dtype: fp4')],
  ['data-type', engine('ValueError: FP8 KV cache is not supported with this attention backend.')],
  [
    'parser-unknown',
    server('KeyError: "Reasoning parser \'r2\' not found. Available parsers: r1"'),
  ],
  [
    'package-missing',
    worker(
      'RuntimeError: DeepGEMM is outdated. Please install or update the `deep_gemm` to a newer version.',
    ),
  ],
  [
    'too-few-gpus',
    server(
      'ValueError: Tensor parallel size (8) cannot be larger than the number of available GPUs (4).',
    ),
  ],
  ['too-few-gpus', server('RuntimeError: Data parallel size 4 exceeds number of local GPUs 2')],
  [
    'driver-mismatch',
    server('pynvml.NVMLError_LibRmVersionMismatch: RM has detected an NVML/RM version mismatch.'),
  ],
  [
    'builds-mismatch',
    engine("RuntimeError: Worker failed with error 'operator _C::rms_norm does not exist'"),
  ],
  [
    'gpu-out-of-memory',
    worker(
      'RuntimeError: NVML_SUCCESS == r INTERNAL ASSERT FAILED at "/pytorch/c10/cuda/CUDACachingAllocator.cpp":1090',
    ),
  ],
]

test.each(starts.map(([id, log, code = 1], at) => [id, log.at(-1) ?? '', log, code, at] as const))(
  '%s: %.80s',
  (id, _, log, code, at) => {
    expect(findFailure([...harmless(at), ...log], code)?.id).toBe(id)
  },
)

test.each([
  [sglang, 'RuntimeError: Not enough slots. Please try to increase --max-running-requests'],
  [engine, "KeyError: 'bundles'"],
  [worker, 'mooncake_engine.TransferError: segment not found'],
  [unsigned, 'ValueError: AWQMoEMethod is not supported for this layer'],
  [
    engine,
    "NotImplementedError: Could not run '_C::rms_norm' with arguments from the 'CUDA' backend",
  ],
  [
    worker,
    'RuntimeError: torch_call_dispatcher( "aten::empty", TORCH_ABI_VERSION) API call failed',
  ],
])('where nothing matches, the exception is the sentence: %#', (form, exception) => {
  const failure = findFailure([...harmless(1), ...form(exception)], 1)
  expect([failure?.id, inEnglish(failure?.title ?? '')]).toEqual(['unexplained', exception])
})

test.each([
  [
    'ValueError: Chunked MM input disabled but max_tokens_per_mm_item (16384) is larger than max_num_batched_tokens (8192). Please increase max_num_batched_tokens.',
    'Please increase max_num_batched_tokens',
  ],
  [
    'RuntimeError: FlashInfer backend is not available. Please install the package to enable FlashInfer kernels',
    'Please install the package to enable FlashInfer kernels',
  ],
  ["ValueError: mode is 'x'. It must be one of a, b", 'It must be one of a, b'],
  ['RuntimeError: it broke. Please report this to the maintainers', null],
  ['RuntimeError: it broke. Please check the stack trace above for the root cause', null],
])('an exception that nothing explains may advise: %.40s', (exception, advice) => {
  const remedy = findFailure([...harmless(1), ...engine(exception)], 1)?.remedy
  expect(remedy).toEqual(
    advice === null
      ? { id: 'failures.unexplained.remedy', params: {} }
      : { id: 'failures.unexplained.advice', params: { advice } },
  )
})

test.each([
  [
    '2024-07-01 07:28:04.488 1 kserve ERROR [__main__.py:<module>():254] Failed to start model server: integer division or modulo by zero',
    'Failed to start model server: integer division or modulo by zero',
  ],
  [
    'ERROR 11-20 10:00:20 [core.py:7] pydantic_core._pydantic_core.ValidationError: 1 validation error for CacheConfig\ngpu_memory_utilization\n  Input should be less than or equal to 1 [type=less_than_equal, input_value=95.0]',
    'gpu_memory_utilization: Input should be less than or equal to 1',
  ],
])('an error of a program around it is the sentence: %.40s', (line, title) => {
  expect(inEnglish(findFailure([...harmless(2), ...line.split('\n')], 1)?.title ?? '')).toBe(title)
})

test.each([
  [
    ...Array<string>(4).fill(
      '[Gloo] Rank 0 is connected to 0 peer ranks. Expected number of connected peer ranks is : 0',
    ),
    '(APIServer pid=1) INFO:     Application startup complete.',
  ],
  [
    '[rank7]:[W806 14:25:27.650991133 ProcessGroupGloo.cpp:524] Warning: Unable to resolve hostname to a (local) address. Using the loopback address as fallback. Manually set the network interface to bind to with GLOO_SOCKET_IFNAME. (function operator())',
    'INFO:     Application startup complete.',
  ],
  [
    '[1749803291.555759] [vllm:7053 :0]          tcp_ep.c:1260 UCX  ERROR tcp_ep 0x3c502370 (state=CONNECTED): send(110) failed: Input/output error',
    'W0613 08:28:11.555796    7053 ucx_utils.cpp:43] Unexpected UCX error: Endpoint timeout',
    'INFO:     Application startup complete.',
  ],
])('a server that runs has no cause: %#', (...log) => {
  expect(findFailure([...harmless(0), ...log], 0)).toBeNull()
})

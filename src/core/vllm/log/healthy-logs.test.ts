// Logs of servers that run, full of warnings and errors that end nothing: no cause of a failure is named.
import { expect, test } from 'vitest'
import { harmless } from './log-forms.test-support.ts'
import { findFailure } from './find-failure.ts'

const ready = [
  '(EngineCore_DP0 pid=1013) INFO 09-18 10:01:00 [core.py:210] init engine (profile, create kv cache, warmup model) took 41.2 seconds',
  '(APIServer pid=811) INFO 09-18 10:01:01 [api_server.py:1851] Starting vLLM API server 0 on http://0.0.0.0:8000',
  '(APIServer pid=811) INFO:     Started server process [811]',
  '(APIServer pid=811) INFO:     Application startup complete.',
]

const request = (line: string) => [
  line,
  '(APIServer pid=811) INFO:     127.0.0.1:40178 - "POST /v1/chat/completions HTTP/1.1" 400 Bad Request',
]

const traceback = (prefix: string, exception: string) => [
  `${prefix}Traceback (most recent call last):`,
  `${prefix}  File "/opt/venv/lib/python3.12/site-packages/x.py", line 1, in f`,
  `${prefix}    raise ValueError(`,
  `${prefix}${exception}`,
]

const logs: Readonly<Record<string, readonly string[]>> = {
  'warnings alone': [],
  'a helper thread that fails': [
    'Exception in thread Thread-2 (_report_usage_worker):',
    ...traceback('', "PermissionError: [Errno 13] Permission denied: '/.config'"),
  ],
  'usage statistics that cannot be sent': [
    'Exception in thread Thread-3:',
    ...traceback(
      '',
      "requests.exceptions.ProxyError: HTTPSConnectionPool(host='stats.vllm.ai', port=443)",
    ),
  ],
  'an object thrown away': [
    'Exception ignored in: <function Library.__del__ at 0x7f>',
    ...traceback('', "AttributeError: 'NoneType' object has no attribute 'close'"),
  ],
  'a task that nothing awaited': [
    'Task exception was never retrieved',
    "future: <Task finished name='Task-7'>",
    ...traceback('', 'ConnectionResetError: [Errno 104] Connection reset by peer'),
  ],
  'an optional package that is missing': [
    "WARNING 09-18 10:00:00 [cuda.py:22] Failed to import from vllm._moe_C with ModuleNotFoundError: No module named 'vllm._moe_C'",
  ],
  'an optional backend that cannot be used': [
    "(EngineCore_DP0 pid=1013) WARNING 09-18 10:00:05 [cuda.py:210] FlashInfer is not available: No module named 'flashinfer'",
    '(EngineCore_DP0 pid=1013) INFO 09-18 10:00:06 [cuda.py:301] Using FLASH_ATTN attention backend',
  ],
  'a warning with a traceback': traceback(
    '(EngineCore_DP0 pid=1013) WARNING 09-18 10:00:05 [deep_gemm.py:70] ',
    'ImportError: libcudart.so.12: cannot open shared object file',
  ),
  'an error after which the engine goes on': [
    '(EngineCore_DP0 pid=1013) ERROR 09-18 10:00:05 [fa_utils.py:57] Cannot use FA version 3 is not supported',
    ...traceback(
      '(EngineCore_DP0 pid=1013) ERROR 09-18 10:00:05 [registry.py:402] ',
      'ImportError: libGL.so.1: cannot open shared object file',
    ),
  ],
  'a port that is taken, and the next one': [
    '(EngineCore_DP0 pid=1013) INFO 09-18 10:00:05 [network_utils.py:36] Port 29500 is already in use, trying port 29501',
  ],
  'addresses of IPv6': [
    '[W918 10:00:08.511 socket.cpp:767] [c10d] The client socket cannot be initialized to connect to [localhost]:41753 (errno: 97 - Address family not supported by protocol).',
  ],
  'NCCL at work': [
    'gpu-01:1200:1200 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.2<0>',
    'gpu-01:1200:1200 [0] NCCL WARN Call to ibv_open_device failed',
    '[W918 10:00:09.1 ProcessGroupNCCL.cpp:4718] using GPU 0 as device used by this process is currently unknown. This can potentially cause a hang if this rank to GPU mapping is incorrect.',
  ],
  'memory that is tight': [
    '(EngineCore_DP0 pid=1013) WARNING 09-18 10:00:30 [gpu_worker.py:350] CUDA out of memory is possible while graphs are captured',
    '(EngineCore_DP0 pid=1013) INFO 09-18 10:00:31 [kv_cache_utils.py:1087] GPU KV cache size: 50,224 tokens',
  ],
  'a chat template that is guessed': [
    '(APIServer pid=811) WARNING 09-18 10:00:40 [api_server.py:1500] Using supplied chat template: {{ messages }}',
    '(APIServer pid=811) WARNING 09-18 10:00:40 [chat_utils.py:444] Failed to load AutoTokenizer chat template for m',
  ],
  'a model that was quantized': [
    '(APIServer pid=811) WARNING 09-18 10:00:01 [model.py:900] awq quantization is not fully optimized yet. The speed can be slower than non-quantized models.',
    '(APIServer pid=811) WARNING 09-18 10:00:01 [model.py:2458] Casting torch.bfloat16 to torch.float16.',
  ],
  'progress bars': [
    'Capturing CUDA graphs (decode, FULL):   0%|          | 0/35 [00:00<?, ?it/s]\rCapturing CUDA graphs (decode, FULL): 100%|██████████| 35/35 [00:03<00:00, 10.2it/s]',
  ],
  'Ray that repeats itself': [
    '\u001b[36m(pid=53316)\u001b[0m FutureWarning: Using `TRANSFORMERS_CACHE` is deprecated [repeated 4x across cluster]',
    '(RayWorkerWrapper pid=5280, ip=10.0.0.2) WARNING 09-18 10:00:10 [symm_mem.py:67] SymmMemCommunicator: Device capability 8.0 not supported',
  ],
  SGLang: [
    '[2025-08-04 10:10:06 TP0] Load weight begin. avail mem=78.84 GB',
    '[2025-08-04 10:10:08 TP0] KV Cache is allocated. #tokens: 30192',
    '[2025-08-04 10:10:10] INFO:     Uvicorn running on http://0.0.0.0:30000 (Press CTRL+C to quit)',
    '[2025-08-04 10:10:10] The server is fired up and ready to roll!',
  ],
  JSON: [
    '{"level":"warning","message":"Failed to import from vllm._C: ModuleNotFoundError(\\"No module named \'vllm._C\'\\")"}',
    '{"level":"info","message":"Application startup complete."}',
  ],
}

const served: Readonly<Record<string, readonly string[]>> = {
  'a request that is too long': request(
    '(APIServer pid=811) ERROR 09-18 11:00:00 [serving_chat.py:257] Error in preprocessing prompt inputs',
  ),
  'a request with a traceback': request(
    traceback(
      '(APIServer pid=811) ERROR 09-18 11:00:00 [serving_chat.py:257] ',
      "ValueError: This model's maximum context length is 4096 tokens.",
    ).join('\n'),
  ),
  'a client that leaves': [
    'ERROR:    Exception in ASGI application',
    ...traceback('', 'anyio.ClosedResourceError'),
  ],
  'an adapter that is missing': request(
    '(APIServer pid=811) ERROR 09-18 11:00:00 [models.py:363] LoRA adapter sql does not exist',
  ),
}

test.each(Object.entries(logs))('a server that runs, with %s', (_, lines) => {
  expect(findFailure([...harmless(0), ...lines, ...ready])).toBeNull()
})

test.each(Object.entries(served))('a server that has served %s', (_, lines) => {
  expect(
    findFailure([...harmless(1), ...ready, ...lines.flatMap((line) => line.split('\n'))]),
  ).toBeNull()
})

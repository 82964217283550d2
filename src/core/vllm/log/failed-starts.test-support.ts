// Failed starts as servers log them. Wording of vLLM 0.6 to 0.33 and of the packages that the comments name.
import { engine, printed, ray, server, sglang, unsigned, worker } from './log-forms.test-support.ts'
import { failedModelStarts, type Start } from './failed-model-starts.test-support.ts'

export const failedStarts: readonly Start[] = [
  // torch, CUDA
  [
    'driver-too-old',
    engine(
      'RuntimeError: The NVIDIA driver on your system is too old (found version 12020). Please update your GPU driver',
    ),
  ],
  [
    'driver-too-old',
    worker(
      'torch.AcceleratorError: CUDA error: CUDA driver version is insufficient for CUDA runtime version',
    ),
  ],
  [
    'driver-mismatch',
    engine(
      'RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803: system has unsupported display driver / cuda driver combination',
    ),
  ],
  [
    'fabric-down',
    engine(
      'RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized',
    ),
  ],
  [
    'no-gpu',
    server(
      'RuntimeError: Failed to infer device type, please set the environment variable `VLLM_LOGGING_LEVEL=DEBUG` to turn on verbose logging',
    ),
  ],
  ['no-gpu', unsigned('RuntimeError: No CUDA GPUs are available')],
  [
    'no-gpu',
    server('ImportError: libcuda.so.1: cannot open shared object file: No such file or directory'),
  ],
  ['gpu-missing', worker('RuntimeError: CUDA error: invalid device ordinal')],
  [
    'gpu-busy',
    engine('RuntimeError: CUDA error: CUDA-capable device(s) is/are busy or unavailable'),
  ],
  [
    'gpu-mig',
    server(
      "ValueError: invalid literal for int() with base 10: 'MIG-3c5f2f6a-9c9d-5b1c-8f4c-2d5f2b1a7e4d'",
    ),
  ],
  [
    'gpu-hardware',
    worker('torch.AcceleratorError: CUDA error: uncorrectable ECC error encountered'),
  ],
  [
    'gpu-hardware',
    [
      ...printed(
        '[ 5021.123456] NVRM: Xid (PCI:0000:17:00): 79, pid=1013, GPU has fallen off the bus.',
      ),
      ...engine('RuntimeError: CUDA error: unknown error'),
    ],
  ],
  [
    'no-kernel',
    engine('RuntimeError: CUDA error: no kernel image is available for execution on the device'),
  ],
  [
    'toolkit-too-old',
    engine(
      "RuntimeError: Internal Triton PTX codegen error\n`ptxas` stderr:\nptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'",
    ),
  ],
  [
    'gpu-fault',
    worker('torch.AcceleratorError: CUDA error: an illegal memory access was encountered'),
  ],
  // Memory
  [
    'gpu-out-of-memory',
    ray(
      'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.10 GiB',
    ),
  ],
  [
    'graphs-out-of-memory',
    engine(
      'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 512.00 MiB.',
      '  File "/opt/venv/lib/python3.12/site-packages/vllm/v1/worker/gpu_model_runner.py", line 5210, in capture_model',
    ),
  ],
  [
    'weights-out-of-memory',
    [
      '(EngineCore_DP0 pid=1013) ERROR 09-18 10:00:18 [gpu_model_runner.py:5079] Failed to load model - not enough GPU memory. Try lowering --gpu-memory-utilization',
      ...engine('torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.'),
    ],
  ],
  [
    'no-kv-cache',
    engine(
      'ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.',
    ),
  ],
  [
    'kv-cache-too-small',
    engine(
      "ValueError: To serve at least one request with the models's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the available KV cache memory (7.2 GiB). Based on the available memory, the estimated maximum model length is 58976.",
    ),
  ],
  [
    'kv-cache-shorter',
    unsigned(
      "ValueError: The model's max seq len (131072) is larger than the maximum number of tokens that can be stored in KV cache (50224). Try increasing `gpu_memory_utilization`",
    ),
  ],
  [
    'memory-taken',
    engine(
      'ValueError: Free memory on device cuda:0 (20.1/79.1 GiB) on startup is less than desired GPU memory utilization (0.92, 72.8 GiB).',
    ),
  ],
  [
    'host-out-of-memory',
    worker(
      "RuntimeError: [enforce fail at alloc_cpu.cpp:119] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 8589934592 bytes.",
    ),
  ],
  [
    'killed',
    [
      ...printed(
        "(APIServer pid=811) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore_DP0': -9}",
      ),
    ],
  ],
  [
    'killed',
    printed(
      'slurmstepd: error: Detected 1 oom_kill event in StepId=4242.0. Some of the step tasks have been OOM Killed.\nsrun: error: gpu-03: task 0: Out Of Memory',
    ),
  ],
  [
    'killed',
    printed('[ 5021.123456] Out of memory: Killed process 1013 (VLLM::EngineCor) total-vm:81234kB'),
  ],
  [
    'killed',
    printed(
      'E0510 12:00:00.123000 139 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: -9) local_rank: 1 (pid: 1201) of binary: /opt/venv/bin/python\n  traceback : Signal 9 (SIGKILL) received by PID 1201',
    ),
  ],
  [
    'killed',
    printed(
      'ray.exceptions.OutOfMemoryError: Task was killed due to the node running low on memory.',
    ),
  ],
  ['killed-outside', [], 137],
  [
    'crashed',
    printed('!!!!!!! Segfault encountered !!!!!!!\n  File "<unknown>", line 0, in _ZN4ucxx'),
  ],
  [
    'crashed',
    printed(
      "(APIServer pid=811) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore_DP0': -11}",
    ),
  ],
  ['crashed', [], 139],
  ['aborted', printed('Fatal Python error: Aborted'), 134],
  [
    'illegal-instruction',
    printed(
      'Nov 18 10:00:00 gpu-03 systemd[1]: vllm.service: Main process exited, code=dumped, status=4/ILL',
    ),
  ],
  [
    'gpus-cannot-talk',
    printed(
      "terminate called after throwing an instance of 'c10::DistBackendError'\n  what():  NCCL error in: ../torch/csrc/distributed/c10d/NCCLUtils.hpp:318, unhandled cuda error",
    ),
    134,
  ],
  // Shared memory, disks, limits
  ['shared-memory', worker("OSError: [Errno 28] No space left on device: '/psm_1a2b3c4d'")],
  [
    'shared-memory',
    engine(
      'OSError: [Errno 28] No space left on device',
      '  File "/usr/lib/python3.12/multiprocessing/shared_memory.py", line 104, in __init__',
    ),
  ],
  ['shared-memory', printed('Bus error (core dumped)')],
  [
    'disk-full',
    server(
      "OSError: [Errno 28] No space left on device: '/root/.cache/huggingface/hub/models--org--m/blobs/1'",
    ),
  ],
  ['disk-quota', server("OSError: [Errno 122] Disk quota exceeded: '/home/me/.cache/huggingface'")],
  ['read-only', server("OSError: [Errno 30] Read-only file system: '/.cache'")],
  [
    'file-denied',
    server("PermissionError: [Errno 13] Permission denied: '/root/.cache/huggingface/hub'"),
  ],
  [
    'open-files',
    worker(
      'RuntimeError: unable to open shared memory object </torch_1013_42> in read-write mode: Too many open files (24)',
    ),
  ],
  [
    'shared-memory',
    [
      'gpu-03:1200:1200 [0] misc/shmutils.cc:129 NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Ewjreo (size 33030528), error: No space left on device (28)',
      ...worker(
        'RuntimeError: NCCL error: unhandled system error (run with NCCL_DEBUG=INFO for details)',
      ),
    ],
  ],
  [
    'port-taken',
    worker(
      'torch.distributed.DistNetworkError: The server socket has failed to listen on any local network address. port: 29500, useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use',
    ),
  ],
  ['port-taken', printed('Error: Address already in use (os error 98)')],
  [
    'gpu-out-of-memory',
    engine(
      'RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`',
    ),
  ],
  ['open-files', engine("OSError: [Errno 24] Too many open files: '/proc/self/mem'")],
  ['process-limit', worker("RuntimeError: can't start new thread")],
  // Ports
  [
    'port-taken',
    server(
      "OSError: [Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): address already in use",
    ),
  ],
  ['port-taken', server('OSError: [Errno 98] Address already in use', '    sock.bind(addr)')],
  [
    'port-taken',
    printed(
      "INFO:     Started server process [811]\nINFO:     Waiting for application startup.\nERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): [errno 98] address already in use",
    ),
  ],
  [
    'port-forbidden',
    server('PermissionError: [Errno 13] Permission denied', '    sock.bind(addr)'),
  ],
  [
    'address-not-here',
    server('OSError: [Errno 99] Cannot assign requested address', '    sock.bind(addr)'),
  ],
  // Between processes
  [
    'gpus-cannot-talk',
    worker(
      'torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:77, unhandled system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.27.3',
    ),
  ],
  [
    'gpus-cannot-talk',
    sglang(
      'RuntimeError: NCCL error: unhandled system error (run with NCCL_DEBUG=INFO for details)',
    ),
    137,
  ],
  [
    'rendezvous',
    worker(
      'torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined.',
    ),
  ],
  [
    'rendezvous',
    ray(
      'torch.distributed.DistNetworkError: The client socket has timed out after 600000ms while trying to connect to (10.0.0.1, 41753).',
    ),
  ],
  [
    'ray-unreachable',
    server(
      'ConnectionError: Could not find any running Ray instance. Please specify the one to connect to by setting `--address` flag or `RAY_ADDRESS` environment variable.',
    ),
  ],
  [
    'ray-resources',
    engine(
      "ValueError: Cannot provide a placement group of placement_group_specs=[{'GPU': 1.0}] within 1800 seconds. See `ray status` to make sure the cluster has enough resources.",
    ),
  ],
  [
    'ray-actor',
    engine(
      'ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.\n\tclass_name: RayWorkerWrapper\nThe actor is dead because its worker process has died. Worker exit type: SYSTEM_ERROR (1) The process is killed by SIGKILL by OOM killer due to high memory usage.',
    ),
  ],
  [
    'ray-version',
    server(
      'RuntimeError: Version mismatch: The cluster was started with:\n    Ray: 2.44.1\n    Python: 3.12.9',
    ),
  ],
  // Another rank fails because the first one did.
  [
    'gpu-out-of-memory',
    [
      '(Worker_TP0 pid=1200) ERROR 09-18 10:00:18 [multiproc_executor.py:597] torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
      ...worker(
        'torch.distributed.DistBackendError: NCCL error: remote process exited or there was a network error\nncclRemoteError',
      ),
    ],
  ],
  // Installation
  [
    'builds-mismatch',
    printed(
      'Traceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 4, in <module>\nImportError: /opt/venv/lib/python3.12/site-packages/flash_attn_2_cuda.so: undefined symbol: _ZN3c105ErrorC2E',
    ),
  ],
  [
    'builds-mismatch',
    engine("AttributeError: '_OpNamespace' '_C' object has no attribute 'rms_norm'"),
  ],
  [
    'system-library',
    printed(
      'Traceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 4, in <module>\nImportError: /lib/x86_64-linux-gnu/libstdc++.so.6: version `GLIBCXX_3.4.30\' not found (required by /opt/venv/lib/x.so)',
    ),
  ],
  [
    'cuda-library',
    printed(
      'Traceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 4, in <module>\nImportError: libcudart.so.13: cannot open shared object file: No such file or directory',
    ),
  ],
  [
    'no-c-compiler',
    engine(
      'RuntimeError: Failed to find C compiler. Please specify via CC environment variable or set triton.knobs.build.impl.',
    ),
  ],
  [
    'no-python-headers',
    [
      '/tmp/tmpabc/cuda_utils.c:6:10: fatal error: Python.h: No such file or directory',
      ...engine(
        "subprocess.CalledProcessError: Command '['/usr/bin/gcc', '/tmp/tmpabc/cuda_utils.c', '-O3']' returned non-zero exit status 1.",
      ),
    ],
  ],
  ['no-cuda-toolkit', engine("FileNotFoundError: [Errno 2] No such file or directory: 'ninja'")],
  [
    'package-versions',
    server(
      "ImportError: cannot import name 'AutoModelForVision2Seq' from 'transformers' (/opt/venv/lib/python3.12/site-packages/transformers/__init__.py)",
    ),
  ],
  [
    'package-versions',
    server(
      'ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject',
    ),
  ],
  [
    'package-missing',
    engine(
      'ImportError: This modeling file requires the following packages that were not found in your environment: flash_attn. Run `pip install flash_attn`',
    ),
  ],
  [
    'tokenizer-package',
    server(
      "ValueError: Couldn't instantiate the backend tokenizer from one of: \n(1) a `tokenizers` library serialization file, \nYou need to have sentencepiece or tiktoken installed to convert a slow tokenizer to a fast one.",
    ),
  ],
  ['no-vllm', printed('bash: line 1: vllm: command not found'), 127],
  ['file-system', server("OSError: [Errno 116] Stale file handle: '/nfs/models/m'")],
  [
    'address-unknown',
    server('socket.gaierror: [Errno -2] Name or service not known', '    sock.bind(addr)'),
  ],
  ['compile-failed', engine("RuntimeError: Error building extension 'fused_moe'")],
  ['peer-ended', worker('RuntimeError: Connection closed by peer [10.0.0.2]:41753')],
  [
    'collective-timeout',
    worker(
      'torch.distributed.DistBackendError: [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1)',
    ),
  ],
  ...failedModelStarts,
]

// Failed starts from public issues, each with the issue or what it is about, the cause and the relevant part of the log.
import {
  engine,
  ray,
  server,
  sglang,
  tritonserver,
  unsigned,
  worker,
} from './log-forms.test-support.ts'

type IssueStart = readonly [issue: string, id: string, log: readonly string[], code?: number]

const lines = (text: string) => text.trim().split('\n')

const noFabric =
  'RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 802: system not yet initialized'

export const issueStarts: readonly IssueStart[] = [
  [
    'ai-dynamo/dynamo#15060',
    'mpi',
    unsigned('mpi4py.MPI.Exception: MPI_ERR_UNKNOWN: unknown error'),
  ],
  [
    'triton-inference-server/tensorrtllm_backend#712',
    'mpi',
    ['It looks like orte_init failed for some reason; your parallel process is'],
  ],
  [
    'NVIDIA/TensorRT-LLM#2476',
    'mpi',
    ['[worker:15806] PRTE ERROR: Bad parameter in file base/odls_base_default_fns.c at line 962'],
  ],
  // A CUDA toolkit that does not support the GPU is neither a missing toolkit nor a build without its kernels.
  [
    'vllm-project/vllm#36077',
    'toolkit-too-old',
    worker(
      "RuntimeError: Ninja build failed. Ninja output:\nninja: Entering directory '/root/.cache/flashinfer'\n[1/3] /usr/bin/nvcc -c gqa.cu\nFAILED: gqa.cuda.o\nnvcc fatal   : Unsupported gpu architecture 'compute_90a'\nninja: build stopped: subcommand failed.",
    ),
  ],
  [
    'flashinfer-ai/flashinfer#2252',
    'no-cuda-toolkit',
    engine(
      "RuntimeError: Could not find nvcc and default cuda_home='/usr/local/cuda' doesn't exist",
    ),
  ],
  [
    'community-scripts/ProxmoxVED#2047',
    'no-c-compiler',
    lines(`
Aug 19 18:34:27 vllm vllm[8727]: (EngineCore pid=8727)   File "/opt/vllm/lib/python3.12/site-packages/flashinfer/sampling.py", line 1547, in top_k_top_p_sampling_from_logits
Aug 19 18:34:27 vllm vllm[8727]: (EngineCore pid=8727)     masked_logits = top_k_mask_logits(logits, top_k)
Aug 19 18:34:27 vllm vllm[8727]: (EngineCore pid=8727) RuntimeError: Ninja build failed. Ninja output:
Aug 19 18:34:27 vllm vllm[8727]: (EngineCore pid=8727) /bin/sh: 1: g++: not found
Aug 19 18:34:27 vllm vllm[8727]: (EngineCore pid=8727) ninja: build stopped: subcommand failed.
Aug 19 18:34:27 vllm systemd[1]: vllm.service: Main process exited, code=exited, status=1/FAILURE`),
  ],
  // SGLang ends itself with SIGKILL after an exception: it did not run out of memory.
  [
    'sgl-project/sglang#5389',
    'no-cuda-toolkit',
    sglang(
      "RuntimeError: Error building extension 'batch_prefill': [1/2] nvcc -c a.cu\na.cu:20:10: fatal error: cuda_fp8.h: No such file or directory\nninja: build stopped: subcommand failed.",
    ),
    137,
  ],
  [
    'sgl-project/sglang#4205',
    'peer-ended',
    sglang(
      'Exception: Capture cuda graph failed: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.1]:4500',
    ),
    137,
  ],
  [
    'Agent-RL/ReCall#43',
    'compile-failed',
    sglang(
      "subprocess.CalledProcessError: Command '['/usr/bin/gcc', '/tmp/t/main.c', '-O3', '-shared', '-fPIC', '-lcuda']' returned non-zero exit status 1.",
    ),
    137,
  ],
  // The first line of a traceback has the rank, the others only the prefix of Compose.
  [
    'sgl-project/sglang#12076',
    'unexplained',
    lines(`
sglang-1  | [2025-10-29 11:26:02 TP3] Scheduler hit an exception: Traceback (most recent call last):
sglang-1  |   File "/x/hiradix_cache.py", line 10, in f
sglang-1  |     x
sglang-1  | AttributeError: 'HiRadixCache' object has no attribute 'is_eagle'
sglang-1  |
sglang-1  | [2025-10-29 11:26:03] SIGQUIT received. signum=None, frame=None. It usually means one child failed.
sglang-1  | [2025-10-29 11:26:04] ERROR:    Traceback (most recent call last):
sglang-1  |   File "/usr/lib/python3.12/asyncio/runners.py", line 195, in run
sglang-1  |     return runner.run(main)
sglang-1  | asyncio.exceptions.CancelledError
sglang-1 exited with code 137`),
    137,
  ],
  [
    'sgl-project/sglang#748',
    'no-kernel',
    lines(`
Exception in run_tp_server:
Traceback (most recent call last):
  File "/usr/local/lib/python3.10/dist-packages/flashinfer/decode.py", line 514, in begin_forward
    self._wrapper.begin_forward(
RuntimeError: BatchDecodeWithPagedKVCache failed with error no kernel image is available for execution on the device

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/x/tp_worker.py", line 739, in run_tp_server
    model_server = ModelTpServer(
Exception: Capture cuda graph failed BatchDecodeWithPagedKVCache failed with error no kernel image is available for execution on the device. Possible solutions:`),
  ],
  [
    'vllm-project/vllm#18045',
    'gpu-fault',
    worker('torch.AcceleratorError: CUDA error: an illegal instruction was encountered'),
  ],
  ['vllm-project/vllm#16127', 'fabric-down', worker(noFabric)],
  ['MiniMax-AI/MiniMax-M2.5#9', 'fabric-down', engine(noFabric)],
  [
    'vllm-project/vllm#28460',
    'no-kernel',
    lines(`
(EngineCore_DP0 pid=166) INFO 11-11 10:02:43 [backends.py:281] Compiling a graph for dynamic shape takes 35.06 s

rocBLAS error: Cannot read /opt/rocm/lib/rocblas/library/TensileLibrary.dat: Illegal seek for GPU arch : gfx1150
 List of available TensileLibrary Files :
"/opt/rocm/lib/rocblas/library/TensileLibrary_lazy_gfx1030.dat"
(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore_DP0': -6}`),
  ],
  // A warning names the library whose absence removes the operators.
  [
    'vllm-project/vllm#6562',
    'system-library',
    lines(`
WARNING 07-19 14:45:53 _custom_ops.py:14] Failed to import from vllm._C with ImportError("/lib64/libc.so.6: version \`GLIBC_2.32' not found (required by /x/vllm/_C.abi3.so)")
INFO 07-19 14:46:00 model_runner.py:680] Starting to load model m...
[rank0]: Traceback (most recent call last):
[rank0]:   File "/x/vllm/_custom_ops.py", line 34, in wrapper
[rank0]:     return fn(*args, **kwargs)
[rank0]: AttributeError: '_OpNamespace' '_C' object has no attribute 'rms_norm'`),
  ],
  [
    'ROCm/rocm-cli#257',
    'builds-mismatch',
    engine(
      "AttributeError: '_OpNamespace' '_C' object has no attribute 'get_cuda_view_from_cpu_tensor'",
    ),
  ],
  [
    'huggingface/text-generation-inference#3082',
    'cuda-library',
    lines(`
unable to refresh ld cache, not a big deal in most cases
/usr/local/bin/text-generation-launcher: error while loading shared libraries: libpython3.11.so.1.0: cannot open shared object file: No such file or directory`),
    127,
  ],
  [
    'vllm-project/llm-compressor#1489',
    'no-quantization-kernel',
    unsigned(
      'ValueError: Failed to find a kernel that can implement the WNA16 linear layer. Reasons: \n MacheteLinearKernel cannot implement due to: Group size (64) not supported by Machete\n MarlinLinearKernel cannot implement due to: Weight input_size_per_partition = 8256 is not divisible by min_thread_k = 128. Consider reducing tensor_parallel_size or running with --quantization gptq.',
    ),
  ],
  [
    'vllm-project/vllm#16514',
    'rendezvous',
    worker(
      'RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:81] Timed out waiting 1800000ms for recv operation to complete',
    ),
  ],
  [
    'Lightning-AI/pytorch-lightning#20434',
    'collective-timeout',
    lines(`
babel-0-31:2324239:2324522 [3] NCCL INFO TUNER/Plugin: Plugin load returned 2 : libnccl-net.so: cannot open shared object file: No such file or directory : when loading libnccl-tuner.so
[rank3]:[E1119 13:21:12.512781555 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=BROADCAST, NumelIn=1, NumelOut=1, Timeout(ms)=1800000) ran for 1800000 milliseconds before timing out.
terminate called after throwing an instance of 'c10::DistBackendError'
  what():  [PG ID 0 PG GUID 0(default_pg) Rank 3] Process group watchdog thread terminated with exception: [Rank 3] Watchdog caught collective operation timeout`),
    134,
  ],
  [
    'vllm-project/vllm#18577',
    'package-versions',
    worker("AttributeError: 'Qwen2VLConfig' object has no attribute 'vocab_size'"),
  ],
  [
    'vllm-project/vllm#19377, a probe of Kubernetes',
    'ended-outside',
    server('KeyboardInterrupt: terminated'),
  ],
  [
    'vllm-project/vllm#13093',
    'ray-resources',
    server(
      "ValueError: Current node has no GPU available. current_node_resource={'CPU': 64.0}. vLLM engine cannot start without GPU.",
    ),
  ],
  [
    'vllm-project/vllm#13388',
    'ray-resources',
    ray(
      "ValueError: Cannot provide a placement group of placement_group_specs=[{'node:10.61.0.27': 0.001, 'GPU': 1.0}] within 1800 seconds.",
    ),
  ],
  [
    'dphnAI/sonar#458',
    'file-denied',
    lines(`
ERROR:    Traceback (most recent call last):
ERROR:      File "/usr/lib/python3.10/os.py", line 225, in makedirs
ERROR:        mkdir(name, mode)
ERROR:    PermissionError: [Errno 13] Permission denied: '/app/aphrodite-engine/.triton'`),
  ],
  [
    'llm-d/llm-d#1430',
    'file-denied',
    engine(
      "torch._inductor.exc.InductorError: PermissionError: [Errno 13] Permission denied: '/.triton'",
    ),
  ],
  [
    'triton-inference-server/server#6488',
    'docker-arguments-refused',
    lines(`
docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: chdir to cwd ("/workspace") set in config.json failed: permission denied: unknown.
ERRO[0046] error waiting for container:`),
    126,
  ],
  [
    'ggml-org/llama.cpp#1230',
    'gpu-out-of-memory',
    lines(`
ggml_backend_cuda_buffer_type_alloc_buffer: allocating 39979.48 MiB on device 0: cudaMalloc failed: out of memory
llama_load_model_from_file: failed to load model
main: exiting due to model loading error`),
  ],
  [
    'vllm-project/vllm#20375',
    'speculative',
    server(
      "pydantic_core._pydantic_core.ValidationError: 1 validation error for SpeculativeConfig\n  Value error, num_speculative_tokens must be provided with speculative model unless the draft model config contains an n_predict parameter. [type=value_error, input_value=ArgsKwargs((), {'model': 'm'}), input_type=ArgsKwargs]",
    ),
  ],
  [
    'ray-project/ray, its daemons',
    'open-files',
    lines(
      '[2025-08-01 10:00:00,000 E 1 1] core_worker.cc:500: Failed to register worker to Raylet: IOError: [RayletClient] Unable to register worker with raylet. Too many open files',
    ),
  ],
  // vLLM 0.12 and later, autumn 2025 to 2026.
  [
    'flashinfer-ai/flashinfer#1532',
    'toolkit-too-old',
    engine(
      "RuntimeError: Ninja build failed. Ninja output:\n[1/4] nvcc -c sampling.cu\nnvcc fatal   : Unknown option '-static-global-template-stub=false'\nninja: build stopped: subcommand failed.",
    ),
  ],
  [
    'vllm-project/vllm#50705',
    'toolkit-too-old',
    engine('RuntimeError: SM 12.x requires CUDA >= 12.9.'),
  ],
  [
    'vllm-project/vllm#30933',
    'tokenizer',
    server("ValueError: No tokenizer registered for tokenizer_mode='deepseek_v32'."),
  ],
  [
    'vllm-project/vllm#31444',
    'tokenizer',
    server('ValueError: No tokenizer file found in directory: /data/models/minimax_m2'),
  ],
  [
    'intel/intel-xpu-backend-for-triton#7322',
    'speculative',
    server(
      'pydantic_core._pydantic_core.ValidationError: 1 validation error for VllmConfig\n  Value error, Model Runner V2 does not yet support: ngram/ngram_gpu speculative decoding [type=value_error]',
    ),
  ],
  [
    'intel/intel-xpu-backend-for-triton#7419',
    'package-missing',
    engine('RuntimeError: NIXL is not available'),
  ],
  [
    'ai-dynamo/nixl#503',
    'kv-transfer',
    engine('nixl._bindings.nixlBackendError: NIXL_ERR_BACKEND'),
  ],
  [
    'vllm-project/vllm#56837',
    'attention-backend',
    worker(
      'ValueError: SM120 sparse-MLA has no decode kernel for this shape: num_tokens=16, num_heads=64',
    ),
  ],
  [
    'vllm-project/vllm#22331',
    'attention-backend',
    worker('AssertionError: Sinks are only supported in FlashAttention 3'),
  ],
  [
    'vllm-project/vllm#17176',
    'too-few-gpus',
    [
      'myhost:2292596:2292596 [0] init.cc:943 NCCL WARN Duplicate GPU detected : rank 0 and rank 1 both on CUDA device 53000',
      ...engine('RuntimeError: NCCL error: invalid usage (run with NCCL_DEBUG=WARN for details)'),
    ],
  ],
  [
    'ml-explore/mlx-lm#661',
    'package-versions',
    lines(`
(APIServer pid=811) Traceback (most recent call last):
(APIServer pid=811)   File "/x/transformers/tokenization_utils_base.py", line 1190, in _set_model_specific_special_tokens
(APIServer pid=811)     self.SPECIAL_TOKENS_ATTRIBUTES = self.SPECIAL_TOKENS_ATTRIBUTES + list(special_tokens.keys())
(APIServer pid=811) AttributeError: 'list' object has no attribute 'keys'`),
  ],
  [
    'a hybrid model beside a cache connector',
    'hybrid-cache',
    engine(
      'ValueError: Hybrid KV cache manager is disabled but failed to convert the KV cache specs to one unified type.',
    ),
  ],
  ['tensorrtllm_backend#129', 'mpi-world-size', tritonserver('mpiSize == tp * pp')],
  [
    'a header that the image lacks',
    'no-cuda-toolkit',
    engine(
      'RuntimeError: Ninja build failed. Ninja output:\n/opt/flashinfer/sampling.cuh:19:10: fatal error: curand.h: No such file or directory\nninja: build stopped: subcommand failed.',
    ),
  ],
  [
    'a depth that the draft cannot predict',
    'speculative',
    server(
      'pydantic_core._pydantic_core.ValidationError: 1 validation error for SpeculativeConfig\n  Value error, num_speculative_tokens:4 must be divisible by n_predict=3 [type=value_error]',
    ),
  ],
]

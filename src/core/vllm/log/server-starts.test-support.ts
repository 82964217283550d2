// Failed starts of several servers from public reports, each with the report, the cause and the relevant part of the log.
import { engine, sglang, worker } from './log-forms.test-support.ts'

type ServerStart = readonly [report: string, id: string, log: readonly string[]]

const lines = (text: string) => text.trim().split('\n')

export const serverStarts: readonly ServerStart[] = [
  [
    'vllm-project/vllm#49064',
    'mamba-blocks',
    engine('ValueError: max_num_seqs (1024) exceeds available Mamba cache blocks (969).'),
  ],
  [
    'vllm-project/vllm#42510',
    'attention-backend',
    worker(
      'ValueError: No valid attention backend found for cuda with AttentionSelectorConfig(head_size=128, dtype=torch.bfloat16, kv_cache_dtype=auto, block_size=8, use_mla=False, has_sink=False). Reasons: {FLASH_ATTN: [block_size not supported], FLASHINFER: [block_size not supported], TRITON_ATTN: [block_size not supported]}.',
    ),
  ],
  [
    'vllm-project/vllm#32109',
    'no-kernel',
    worker(
      'RuntimeError: No compiled cutlass_scaled_mm for CUDA device capability: 120. Required capability: 90 or 100',
    ),
  ],
  [
    'vllm-project/vllm#33417',
    'no-kernel',
    engine('RuntimeError: FlashInfer-CUTLASS MoE kernel does not support current device sm_120'),
  ],
  [
    'vllm-project/vllm#31740',
    'no-kernel',
    lines(`
(EngineCore_DP0 pid=120) ERROR 01-28 06:36:45 [core.py:946]     raise RuntimeError(
(EngineCore_DP0 pid=120) ERROR 01-28 06:36:45 [core.py:946] RuntimeError: No supported CUDA architectures found for major versions [10].
(EngineCore_DP0 pid=120) Process EngineCore_DP0:
(EngineCore_DP0 pid=120) Traceback (most recent call last):
(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}`),
  ],
  [
    'vllm-project/vllm#29901',
    'data-type',
    lines(`
(Worker_TP0 pid=60) ERROR 12-20 10:00:00 [multiproc_executor.py:822] RuntimeError: BF16 is not supported
(EngineCore_DP0 pid=31)     raise RuntimeError(
(EngineCore_DP0 pid=31) RuntimeError: Worker failed with error 'BF16 is not supported', please check the stack trace above for the root cause
(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}`),
  ],
  [
    'gpustack/gpustack#3848',
    'killed',
    lines(`
[12-11 17:47:40] Loading FluxTransformer2DModel, default_dtype: torch.bfloat16
[12-11 17:52:52] Rank 0 scheduler is dead. Please check if there are relevant logs.
[12-11 17:52:54] Exit code: -9
Traceback (most recent call last):
  File "/usr/local/lib/python3.12/dist-packages/sglang/multimodal_gen/runtime/launch_server.py", line 120, in launch_server
    data = reader.recv()
  File "/usr/lib/python3.12/multiprocessing/connection.py", line 399, in _recv
    raise EOFError
EOFError`),
  ],
  [
    'sgl-project/sglang#27667',
    'shared-memory',
    lines(`
/opt/venv/lib/python3.12/site-packages/joblib/_multiprocessing_helpers.py:44: UserWarning: [Errno 28] No space left on device.  joblib will operate in serial mode
  warnings.warn("%s.  joblib will operate in serial mode" % (e,))
[2026-06-12 08:10:00] Load weight begin. avail mem=78.50 GB
Traceback (most recent call last):
  File "/sgl-workspace/sglang/python/sglang/srt/entrypoints/engine.py", line 1100, in _wait_for_scheduler_ready
    raise RuntimeError(f"Rank {i} scheduler died during initialization (exit code: {code}).")
RuntimeError: Rank 0 scheduler died during initialization (exit code: -7). If exit code is -9 (SIGKILL), a common cause is the OS OOM killer.`),
  ],
  [
    'NVIDIA/TensorRT-LLM#7706',
    'architecture-unsupported',
    lines(`
[09/12/2025-10:00:00] [TRT-LLM] [E] Failed to initialize executor on rank 0: Unknown architecture for AutoModelForCausalLM: WhisperForConditionalGeneration
[09/12/2025-10:00:00] [TRT-LLM] [E] Traceback (most recent call last):
  File "/usr/local/lib/python3.12/dist-packages/tensorrt_llm/_torch/models/modeling_auto.py", line 34, in from_config
    raise ValueError(
ValueError: Unknown architecture for AutoModelForCausalLM: WhisperForConditionalGeneration
Traceback (most recent call last):
  File "/usr/local/lib/python3.12/dist-packages/tensorrt_llm/executor/proxy.py", line 332, in _start_executor_workers
    raise RuntimeError(
RuntimeError: Executor worker returned error`),
  ],
  [
    'NVIDIA/TensorRT-LLM#3879',
    'gpu-fault',
    lines(`
[04/30/2025-14:03:32] [TRT-LLM] [E] Failed to initialize executor on rank 6: [TensorRT-LLM][ERROR] CUDA driver error in cuDriver->cuModuleLoadData(&cuModule, kernelInfo.data): CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered. (/src/tensorrt_llm/cpp/tensorrt_llm/kernels/trtllmGenKernels/blockScaleMoe/gemmCommon.h:741)
1       0x7f9ed64458cc void tensorrt_llm::common::checkDriver<cudaError_enum>(cudaError_enum, tensorrt_llm::common::CUDADriverWrapper const&, char const*, char const*, int) + 188
Traceback (most recent call last):
  File "/usr/local/bin/trtllm-serve", line 8, in <module>
RuntimeError: Executor worker returned error`),
  ],
  [
    'triton-inference-server/tensorrtllm_backend#168',
    'no-kv-cache',
    lines(`
E1128 11:32:46.114930 11236 model_lifecycle.cc:621] failed to load 'tensorrt_llm' version 1: Internal: unexpected error when creating modelInstanceState: maxTokensInPagedKvCache must be large enough to process at least 1 sequence to completion (i.e. must be larger than beam_width * tokensPerBlock * maxBlocksPerSeq)
I1128 11:32:46.115000 11236 server.cc:307] Waiting for in-flight requests to complete.
error: creating server: Internal - failed to load all models`),
  ],
  [
    'ggml-org/llama.cpp#28050',
    'architecture-unsupported',
    lines(`
0.00.151.204 E llama_model_load: error loading model: unknown model architecture: 'minimax-h3'
0.00.151.211 E llama_model_load_from_file_impl: failed to load model
0.00.174.294 E cmn  common_init_: failed to load model '/home/x/minimax_h3-Q8_0.gguf'
0.00.174.927 E srv  llama_server: exiting due to model loading error`),
  ],
  [
    'abetlen/llama-cpp-python#1944',
    'gpu-out-of-memory',
    lines(`
0.01.0 E ggml_backend_cuda_buffer_type_alloc_buffer: allocating 204800.00 MiB on device 0: cudaMalloc failed: out of memory
0.01.0 E llama_init_from_model: failed to initialize the context: failed to allocate buffer for kv cache
0.01.1 E srv    load_model: failed to load model, '/m/q.gguf'
0.01.2 E srv  llama_server: exiting due to model loading error`),
  ],
  [
    'llama.cpp, a port in use',
    'port-taken',
    lines(`
0.00.228.569 I srv         start: binding port with default address family
0.00.228.600 E srv         start: couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 8080
0.00.228.601 E srv  llama_server: exiting due to HTTP server error`),
  ],
  [
    'huggingface/text-generation-inference#2238',
    'illegal-instruction',
    lines(`
2024-03-06T17:53:31.052367Z ERROR shard-manager: text_generation_launcher: Shard complete standard error output:
 rank=0
2024-03-06T17:53:31.052444Z ERROR shard-manager: text_generation_launcher: Shard process was signaled to shutdown with signal 4 rank=0
Error: ShardCannotStart
2024-03-06T17:53:31.149443Z ERROR text_generation_launcher: Shard 0 failed to start
2024-03-06T17:53:31.149481Z  INFO text_generation_launcher: Shutting down shards`),
  ],
  [
    'huggingface/text-generation-inference#1383',
    'collective-timeout',
    lines(`
2023-12-28T13:17:07.318704498Z [E ProcessGroupNCCL.cpp:828] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=ALLREDUCE, Timeout(ms)=60000) ran for 69662 milliseconds before timing out.
2023-12-28T13:17:07.318739139Z terminate called after throwing an instance of 'std::runtime_error'
2023-12-28T13:17:07.4Z ERROR shard-manager: text_generation_launcher: Shard process was signaled to shutdown with signal 6 rank=0
Error: ShardCannotStart`),
  ],
  [
    'InternLM/lmdeploy#569',
    'unexplained',
    lines(`
Traceback (most recent call last):
  File "/opt/lmdeploy/turbomind/turbomind.py", line 24, in <module>
    import _turbomind as _tm  # noqa: E402
ModuleNotFoundError: No module named '_turbomind'`),
  ],
  [
    'InternLM/lmdeploy#2071',
    'gpu-out-of-memory',
    lines(`
Exception in thread Thread-7 (_create_weight_func):
Traceback (most recent call last):
  File "/opt/lmdeploy/turbomind/turbomind.py", line 160, in _create_weight_func
    self.model_comm.create_shared_weights(device_id, rank)
RuntimeError: [TM][ERROR] CUDA runtime error: out of memory /lmdeploy/src/turbomind/utils/memory_utils.cu:31`),
  ],
  [
    'sgl-project/sglang#9195',
    'path-missing',
    sglang(
      "huggingface_hub.errors.HFValidationError: Repo id must be in the form 'repo_name' or 'namespace/repo_name': 's3://path/to/my/model/'. Use `repo_type` argument if needed.",
    ),
  ],
  [
    'sgl-project/sglang#20287',
    'killed',
    lines(`
[2026-03-10 10:00:00 TP0] Load weight end. type=Qwen3ForCausalLM, dtype=torch.bfloat16, avail mem=70.1 GB
Traceback (most recent call last):
  File "/sgl-workspace/sglang/python/sglang/launch_server.py", line 28, in <module>
    run_server(server_args)
RuntimeError: Rank 3 scheduler died during initialization (exit code: -9). If exit code is -9 (SIGKILL), a common cause is the OS OOM killer. Run \`dmesg -T | grep -i oom\` to check.`),
  ],
  [
    'ollama/ollama#16968',
    'host-out-of-memory',
    lines(`
0.00.1 E ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 2567833600
0.00.2 E llama_model_load: error loading model: unable to allocate CPU buffer
0.00.3 E srv  llama_server: exiting due to model loading error`),
  ],
  [
    'llama.cpp, a missing file',
    'path-missing',
    lines(`
0.00.1 E gguf_init_from_file: failed to open GGUF file '/models/q.gguf' (No such file or directory)
0.00.1 E llama_model_load: error loading model: llama_model_loader: failed to load model from /models/q.gguf
0.00.3 E srv  llama_server: exiting due to model loading error`),
  ],
  [
    'NVIDIA/TensorRT-LLM#7818',
    'gpu-out-of-memory',
    lines(`
[09/17/2025-21:24:19] [TRT-LLM] [RANK 2] [E] Error executing load_single_module with args ('model.layers.9.mlp.gate_up_proj', Linear()): CUDA out of memory. Tried to allocate 40.00 MiB.
Traceback (most recent call last):
  File "/usr/local/lib/python3.12/dist-packages/tensorrt_llm/executor/proxy.py", line 332, in _start_executor_workers
    raise RuntimeError(
RuntimeError: Executor worker returned error`),
  ],
  ['ggml-org/llama.vim#36', 'arguments-refused', ['error: invalid argument: -hf']],
  [
    'StartupHakk/OpenMonoAgent.ai#23',
    'arguments-refused',
    ['llama-server  | error: invalid argument: 0.0.0.0'],
  ],
  [
    'gpustack/gpustack#2319',
    'arguments-refused',
    ['Unknown argument: --override-tensor', 'Available buffer types:', '  CPU', '  CUDA0'],
  ],
  [
    'huggingface/text-generation-inference, an argument of clap',
    'arguments-refused',
    ["error: unexpected argument '--max-batch' found"],
  ],
]

// Failed starts caused by flags, the model or the Hub, as logged by vLLM 0.6 to 0.33 and the packages that the comments name.
import { engine, printed, server, worker } from './log-forms.test-support.ts'

export type Start = readonly [id: string, log: readonly string[], exitCode?: number]

export const failedModelStarts: readonly Start[] = [
  // Environment, transformers, llama.cpp, TensorRT-LLM: as users report them
  [
    'port-of-service',
    server(
      "ValueError: VLLM_PORT 'tcp://10.96.12.4:8000' appears to be a URI. This may be caused by a Kubernetes service discovery issue",
    ),
  ],
  [
    'port-of-service',
    server("ValueError: invalid literal for int() with base 10: 'tcp://10.96.12.4:8000'"),
  ],
  ['no-user-name', engine("KeyError: 'getpwuid(): uid not found: 1001'")],
  ['no-user-name', engine('OSError: No username set in the environment')],
  [
    'quantization-unknown',
    server(
      "pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig\n  Value error, Unknown quantization method: mxfp4. Must be one of ['awq', 'fp8']. [type=value_error]",
    ),
  ],
  [
    'engine-lacks',
    server('NotImplementedError: VLLM_USE_V1=1 is not supported with Compute Capability < 8.0.'),
  ],
  [
    'kernel-memory',
    engine(
      'triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 147456, Hardware limit: 101376. Reducing block sizes or `num_stages` may help.',
    ),
  ],
  [
    'harmony-vocabulary',
    server(
      'openai_harmony.HarmonyError: error downloading or loading vocab file: failed to download or load vocab file',
    ),
  ],
  ['object-store', server('botocore.exceptions.NoCredentialsError: Unable to locate credentials')],
  [
    'hub-unreachable',
    engine(
      'RuntimeError: Data processing error: CAS service error : ReqwestMiddleware Error: Request failed after 5 retries',
    ),
  ],
  [
    'model-type',
    server("KeyError: 'qwen3_moe'", '    config_class = CONFIG_MAPPING[config_dict["model_type"]]'),
  ],
  [
    'model-config',
    server(
      "OSError: It looks like the config file at '/data/m/config.json' is not a valid JSON file.",
    ),
  ],
  [
    'model-config',
    server(
      'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
      '  File "/x/transformers/configuration_utils.py", line 700, in _get_config_dict',
    ),
  ],
  [
    'package-versions',
    server("ValueError: 'aimv2' is already used by a Transformers config, pick another name."),
  ],
  ['attention-backend', engine('RuntimeError: FlashAttention only supports Ampere GPUs or newer.')],
  [
    'not-divisible',
    worker(
      'ValueError: The input size is not aligned with the quantized weight shape. This can be caused by too large tensor parallel size.',
    ),
  ],
  [
    'weights-mismatch',
    worker('RuntimeError: start (0) + length (1024) exceeds dimension size (512).'),
  ],
  [
    'gpu-missing',
    worker(
      'torch.cuda.DeferredCudaCallError: CUDA call failed lazily at initialization with error: device >= 0 && device < num_gpus INTERNAL ASSERT FAILED',
    ),
  ],
  ['no-gpu', server('pynvml.NVMLError_LibraryNotFound: NVML Shared Library Not Found')],
  [
    'no-kernel',
    ['hipErrorNoBinaryForGpu: Unable to find code object for all current devices!'],
    134,
  ],
  ['address-not-here', server("zmq.error.ZMQError: No such device (addr='tcp://10.0.0.9:29550')")],
  [
    'rendezvous',
    server(
      "RuntimeError: Every node should have a unique IP address. Got 2 nodes with node ids ['a', 'b'] and 1 unique IP addresses {'10.0.0.1'}.",
    ),
  ],
  [
    'compile-failed',
    engine(
      'torch._inductor.exc.InductorError: AssertionError: auto_functionalized was not removed',
    ),
  ],
  [
    'gpu-out-of-memory',
    worker(
      "torch.distributed.DistBackendError: NCCL error in: NCCLUtils.cpp:77, unhandled cuda error, NCCL version 2.26.2\nncclUnhandledCudaError: Call to CUDA function failed.\nLast error:\nCuda failure 2 'out of memory'",
    ),
  ],
  [
    'gpu-out-of-memory',
    ['[TensorRT-LLM][ERROR] CUDA runtime error in ::cudaMallocAsync(ptr, n): out of memory'],
  ],
  [
    'architecture-unsupported',
    [
      "llama_model_load: error loading model: unknown model architecture: 'qwen3next'",
      'main: exiting due to model loading error',
    ],
  ],
  [
    'path-missing',
    [
      "gguf_init_from_file: failed to open GGUF file '/data/x.gguf'",
      'main: exiting due to model loading error',
    ],
  ],
  [
    'interpreter-missing',
    ['/opt/venv/bin/vllm: line 1: /old/bin/python: bad interpreter: No such file or directory'],
    126,
  ],
  [
    'mamba-blocks',
    engine(
      'ValueError: max_num_seqs (1024) exceeds available Mamba cache blocks (231). Each decode sequence requires one Mamba cache block, so CUDA graph capture cannot proceed.',
    ),
  ],
  [
    'no-pipeline',
    server('NotImplementedError: Pipeline parallelism is not supported for this model.'),
  ],
  [
    'socket-path-long',
    server(
      'zmq.error.ZMQError: ipc path "/scratch/long" is longer than 107 characters (sizeof(sockaddr_un.sun_path)).',
    ),
  ],
  // Configuration: vllm/config, vllm/lora/peft_helper.py, vllm/distributed/utils.py
  [
    'heads-indivisible',
    server(
      'pydantic_core._pydantic_core.ValidationError: 1 validation error for VllmConfig\n  Value error, Total number of attention heads (28) must be divisible by tensor parallel size (8). [type=value_error]',
    ),
  ],
  [
    'size-indivisible',
    worker(
      'AssertionError: 32001 is not divisible by 2',
      '    assert numerator % denominator == 0, "{} is not divisible by {}"',
    ),
  ],
  [
    'not-divisible',
    worker(
      "ValueError: The output_size of gate's and up's weight = 9728 is not divisible by weight quantization block_n = 128.".replace(
        'is not divisible by weight',
        'must be divisible by weight',
      ),
    ),
  ],
  [
    'too-few-gpus',
    server(
      'ValueError: World size (8) is larger than the number of available GPUs (4) in this node. If this is intentional and you are using:',
    ),
  ],
  ['lora-rank', engine('ValueError: LoRA rank 64 is greater than max_lora_rank 16.')],
  [
    'lora',
    server(
      'ValueError: Call to add_lora method failed: Loading lora adapter failed: No adapter found for /data/adapter',
    ),
  ],
  [
    'quantization-needs-newer-gpu',
    server(
      'ValueError: The quantization method modelopt_fp4 is not supported for the current GPU. Minimum capability: 100. Current capability: 80.',
    ),
  ],
  [
    'fp8-unsupported',
    engine(
      "ValueError: type fp8e4nv not supported in this architecture. The supported fp8 dtypes are ('fp8e4b15', 'fp8e5')",
    ),
  ],
  [
    'no-bfloat16',
    worker(
      'ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 GPU has compute capability 7.5.',
    ),
  ],
  [
    'data-type',
    server(
      "pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig\n  Value error, The model type 'gemma3' does not support float16. Reason: Numerical instability. [type=value_error]",
    ),
  ],
  [
    'length-beyond-model',
    server(
      'ValueError: User-specified max_model_len (300000) is greater than the derived max_model_len (max_position_embeddings=131072',
    ),
  ],
  [
    'draft-vocabulary',
    engine('AssertionError: Draft and target model must have the same vocab size'),
  ],
  [
    'arguments-refused',
    printed(
      'usage: vllm serve [model_tag] [options]\nvllm serve: error: unrecognized arguments: --swap-space 4',
    ),
    2,
  ],
  [
    'arguments-refused',
    printed("api_server.py: error: argument --dtype: invalid choice: 'fp16'"),
    2,
  ],
  [
    'parser-unknown',
    server("KeyError: 'invalid tool call parser: nosuch (chose from { apertus,xlam })'"),
  ],
  // Model: transformers, safetensors
  [
    'own-code',
    server(
      'ValueError: The repository org/m contains custom code which must be executed to correctly load the model.\nPlease pass the argument `trust_remote_code=True` to allow custom code to be run.',
    ),
  ],
  [
    'model-type',
    server(
      'pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig\n  Value error, The checkpoint you are trying to load has model type `newmodel` but Transformers does not recognize this architecture.',
    ),
  ],
  [
    'architecture-unsupported',
    server(
      "ValueError: Model architectures ['Qwen9ForCausalLM'] are not supported for now. Supported architectures: dict_keys(['AquilaModel'])",
    ),
  ],
  [
    'weights-damaged',
    engine(
      'safetensors_rust.SafetensorError: Error while deserializing header: MetadataIncompleteBuffer',
    ),
  ],
  [
    'weights-damaged',
    engine(
      'safetensors_rust.SafetensorError: Error while deserializing header: invalid header length 2337259512',
    ),
  ],
  ['weights-mismatch', worker("KeyError: 'layers.0.self_attn.qkv_proj.weight_scale'")],
  ['no-weights', engine('RuntimeError: Cannot find any model weights with `/data/m`')],
  [
    'model-file-missing',
    server(
      "OSError: /data/m does not appear to have a file named config.json. Checkout 'https://huggingface.co//data/m/tree/main' for available files.",
    ),
  ],
  ['gguf', server('ValueError: GGUF model with architecture qwen3moe is not supported yet.')],
  [
    'tokenizer',
    server(
      "OSError: Can't load tokenizer for '/data/m'. If you were trying to load it from 'https://huggingface.co/models', make sure you don't have a local directory with the same name.",
    ),
  ],
  [
    'chat-template',
    server(
      "ValueError: The supplied chat template string (/data/tool.jinja) appears path-like, but doesn't exist!",
    ),
  ],
  ['rope', server("KeyError: 'rope_type'")],
  // Hub: huggingface_hub 0.36, requests, httpx
  [
    'path-missing',
    server(
      "huggingface_hub.errors.HFValidationError: Repo id must be in the form 'repo_name' or 'namespace/repo_name': '/data/models/m'. Use `repo_type` argument if needed.",
    ),
  ],
  [
    'gated-model',
    server(
      'OSError: You are trying to access a gated repo.\nMake sure to have access to it at https://huggingface.co/meta-llama/m.\n401 Client Error.',
    ),
  ],
  [
    'model-missing',
    server(
      "OSError: org/nothing is not a local folder and is not a valid model identifier listed on 'https://huggingface.co/models'",
    ),
  ],
  [
    'hub-token',
    server(
      'huggingface_hub.errors.HfHubHTTPError: 401 Client Error: Unauthorized for url: https://huggingface.co/api/models/org/m',
    ),
  ],
  [
    'hub-forbidden',
    server(
      'huggingface_hub.errors.HfHubHTTPError: (Request ID: Root=1-6) 403 Forbidden: Please enable access to public gated repositories in your fine-grained token settings to view this repository..',
    ),
  ],
  [
    'hub-limit',
    chained(
      'requests.exceptions.HTTPError: 429 Client Error: Too Many Requests for url: https://huggingface.co/m/resolve/main/config.json',
      "OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cached files.",
    ),
  ],
  [
    'hub-certificate',
    chained(
      "requests.exceptions.SSLError: HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded (Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed')))",
      "OSError: We couldn't connect to 'https://huggingface.co' to load the files",
    ),
  ],
  [
    'hub-proxy',
    chained(
      "requests.exceptions.ProxyError: HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded (Caused by ProxyError('Unable to connect to proxy', OSError('Tunnel connection failed: 407 Proxy Authentication Required')))",
      "OSError: We couldn't connect to 'https://huggingface.co' to load the files",
    ),
  ],
  [
    'hub-unreachable',
    server(
      "OSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cached files.",
    ),
  ],
  [
    'hub-offline',
    chained(
      'huggingface_hub.errors.OfflineModeIsEnabled: Cannot reach https://huggingface.co/m: offline mode is enabled.',
      "OSError: We couldn't connect to 'https://huggingface.co' to load the files",
    ),
  ],
  [
    'revision-missing',
    server(
      'huggingface_hub.errors.RevisionNotFoundError: 404 Client Error. Revision Not Found for url: https://huggingface.co/m',
    ),
  ],
  [
    'hub-down',
    server(
      'huggingface_hub.errors.HfHubHTTPError: 503 Server Error: Service Temporarily Unavailable for url: https://huggingface.co/m',
    ),
  ],
  [
    'speculative',
    server('ValueError: num_speculative_tokens was provided but without speculative model.'),
  ],
  ['process-start', worker('RuntimeError: Cannot re-initialize CUDA in forked subprocess')],
  [
    'parser-unnamed',
    server('TypeError: Error: --enable-auto-tool-choice requires --tool-call-parser'),
  ],
]

function chained(first: string, last: string): readonly string[] {
  return [
    ...server(first),
    '(APIServer pid=811) ',
    '(APIServer pid=811) The above exception was the direct cause of the following exception:',
    '(APIServer pid=811) ',
    ...server(last),
  ]
}

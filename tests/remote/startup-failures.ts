// Starts that fail, as those of vLLM do: in which phase, with which last words, and with which exit code.
import type { startSimulator } from '#node/simulator/start-simulator.ts'

type SimulatorOptions = NonNullable<Parameters<typeof startSimulator>[2]>
type StartupFailure = NonNullable<SimulatorOptions['failure']>

const engineError = (message: string) =>
  `(EngineCore pid=101) ERROR 01-01 00:00:00 [core.py:936] ${message}`

/** What the front says about an engine that failed, whatever the cause. */
const wrapper =
  '(APIServer pid=100) RuntimeError: Engine core initialization failed. See root cause above. ' +
  "Failed core proc(s): {'EngineCore': 1}"

export const startupFailures: readonly StartupFailure[] = [
  {
    id: 'bad-flag',
    phase: 'Starting',
    lines: [
      'usage: vllm serve [model_tag] [options]',
      'vllm serve: error: unrecognized arguments: --no-such-flag',
    ],
    exitCode: 2,
  },
  {
    id: 'port-taken',
    phase: 'Starting',
    lines: ['(APIServer pid=100) OSError: [Errno 98] Address already in use'],
    exitCode: 1,
  },
  {
    id: 'missing-model',
    phase: 'Reading the configuration',
    lines: [
      '(APIServer pid=100) huggingface_hub.errors.RepositoryNotFoundError: 401 Client Error.',
      "(APIServer pid=100) OSError: no/such-model is not a local folder and is not a valid model identifier listed on 'https://huggingface.co/models'",
    ],
    exitCode: 1,
  },
  {
    id: 'memory-taken',
    phase: 'Starting the engine',
    lines: [
      engineError(
        'ValueError: Free memory on device cuda:0 (20.1/79.1 GiB) on startup is less than desired GPU memory ' +
          'utilization (0.92, 72.8 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
      ),
      wrapper,
    ],
    exitCode: 1,
  },
  {
    id: 'out-of-memory',
    phase: 'Loading weights',
    lines: [
      engineError(
        'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.10 GiB.',
      ),
      wrapper,
    ],
    exitCode: 1,
  },
  {
    id: 'no-kv-cache',
    phase: 'Sizing the KV cache',
    lines: [
      engineError(
        'ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when ' +
          'initializing the engine.',
      ),
      wrapper,
    ],
    exitCode: 1,
  },
]

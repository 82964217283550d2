// Failures of the engine as a whole; mostly wrappers around a cause that stands above them.
import type { FailurePattern } from './failure-pattern.ts'

export const wrapperFailures: readonly FailurePattern[] = [
  {
    id: 'engine-timeout',
    pattern: /Timed out waiting for engine|engine core.*did not start within/,
    title: 'The engine took too long to start',
    remedy: 'Raise VLLM_ENGINE_READY_TIMEOUT_S in the environment.',
  },
  {
    id: 'worker-failed',
    pattern: /WorkerProc initialization failed due to an exception in a background process/,
    title: 'A worker failed',
    remedy: 'The reason stands above, in the lines of a worker.',
    isGeneric: true,
  },
  {
    id: 'engine-failed',
    pattern: /Engine core initialization failed\. See root cause above|EngineCore failed to start/,
    title: 'The engine did not start',
    remedy: 'The reason stands above, in the first error of EngineCore.',
    isGeneric: true,
  },
  {
    id: 'engine-died',
    pattern: /EngineDeadError|EngineCore encountered (?:a fatal error|an issue)|died unexpectedly/,
    title: 'The engine crashed while it served',
    remedy: 'Read the traceback above: most often memory or a CUDA error.',
    isGeneric: true,
  },
]

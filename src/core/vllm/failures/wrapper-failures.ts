// Failures of the engine as a whole; mostly wrappers around a cause in an earlier line.
import type { FailurePattern } from './failure-pattern.ts'

export const wrapperFailures: readonly FailurePattern[] = [
  {
    id: 'engine-timeout',
    pattern: /Timed out waiting for engine|engine core.*did not start within/,
    text: 'failures.engineTimeout',
  },
  {
    id: 'worker-failed',
    pattern: /WorkerProc initialization failed due to an exception in a background process/,
    text: 'failures.worker',
    isGeneric: true,
  },
  {
    id: 'engine-failed',
    pattern: /Engine core initialization failed\. See root cause above|EngineCore failed to start/,
    text: 'failures.engine',
    isGeneric: true,
  },
  {
    id: 'engine-died',
    pattern: /EngineDeadError|EngineCore encountered (?:a fatal error|an issue)|died unexpectedly/,
    text: 'failures.engineCrashed',
    isGeneric: true,
  },
]

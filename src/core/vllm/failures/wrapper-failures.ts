// Failures of the engine as a whole; mostly wrappers around a cause in an earlier line.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

export const wrapperFailures: readonly FailurePattern[] = [
  {
    id: 'engine-timeout',
    pattern: /Timed out waiting for engine|engine core.*did not start within/,
    title: message('failures.engineTimeout'),
    remedy: message('failures.engineTimeout.remedy'),
  },
  {
    id: 'worker-failed',
    pattern: /WorkerProc initialization failed due to an exception in a background process/,
    title: message('failures.worker'),
    remedy: message('failures.worker.remedy'),
    isGeneric: true,
  },
  {
    id: 'engine-failed',
    pattern: /Engine core initialization failed\. See root cause above|EngineCore failed to start/,
    title: message('failures.engine'),
    remedy: message('failures.engine.remedy'),
    isGeneric: true,
  },
  {
    id: 'engine-died',
    pattern: /EngineDeadError|EngineCore encountered (?:a fatal error|an issue)|died unexpectedly/,
    title: message('failures.engineCrashed'),
    remedy: message('failures.engineCrashed.remedy'),
    isGeneric: true,
  },
]

// Failures of the engine as a whole; mostly wrappers around a cause in an earlier line.
import type { FailurePatterns } from './failure-pattern.ts'

export const wrapperFailures: FailurePatterns = {
  'engine-timeout': {
    pattern: /Timed out waiting for engine|engine core.*did not start within/,
    text: 'failures.engineTimeout',
  },
  'worker-failed': {
    pattern: /WorkerProc initialization failed due to an exception in a background process/,
    text: 'failures.worker',
    strength: 'wrapper',
  },
  'engine-failed': {
    pattern:
      /Engine core initialization failed\. See root cause above|Engine process failed to start|EngineCore failed to start/,
    text: 'failures.engine',
    strength: 'wrapper',
  },
  'engine-died': {
    pattern:
      /EngineDeadError|EngineCore encountered (?:a fatal error|an issue)|Worker proc \S+ died|died unexpectedly|ChildFailedError|RayTaskError|ShardCannotStart|Received sigquit from a child|Server process exited|DataParallel.*failed|Engine loop has died/,
    text: 'failures.engineCrashed',
    strength: 'wrapper',
  },
  'compiler-failed': {
    id: 'compile-failed',
    pattern: /BackendCompilerFailed|InductorError/,
    text: 'failures.compileFailed',
    strength: 'vague',
  },
  'docker-refused': {
    id: 'docker-arguments-refused',
    pattern: /Error response from daemon: /,
    text: 'failures.dockerOptions',
    strength: 'wrapper',
    isPrinted: true,
  },
}

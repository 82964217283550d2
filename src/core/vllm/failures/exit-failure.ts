// Why a server ended whose log does not say, from its exit code alone.
import type { ServerFailure } from './find-failure.ts'

const signalBase = 128

const bySignal: Readonly<Record<number, Pick<ServerFailure, 'id' | 'title' | 'remedy'>>> = {
  6: {
    id: 'aborted',
    title: 'It aborted itself (SIGABRT)',
    remedy: 'Launch again with VLLM_LOGGING_LEVEL=DEBUG, and see what was the last thing it did.',
  },
  9: {
    id: 'killed-outside',
    title: 'It was killed from outside (SIGKILL)',
    remedy:
      'Most often main memory ran out: look for "Out of memory" in dmesg. Else somebody ended it, as docker kill does.',
  },
  11: {
    id: 'crashed',
    title: 'It crashed (SIGSEGV)',
    remedy: 'Look into dmesg; a build that does not fit the driver or the processor does that.',
  },
  15: {
    id: 'ended-outside',
    title: 'Somebody else ended it (SIGTERM)',
    remedy:
      'Ask who may have: a restart of the host or of docker, a limit of the session, a person.',
  },
}

/** Null for codes that tell nothing. */
export function exitFailure(code: number): ServerFailure | null {
  const known = bySignal[code - signalBase]
  return known === undefined ? null : { ...known, line: `exit code ${code}` }
}

// Why a server ended that nobody asked to end: as far as its log tells, and how the log ends.
import { AppError } from '#core/model/app-error.ts'
import type { LaunchStatus } from '#core/model/launch.ts'
import { jobEnding } from '#core/vllm/slurm/job-state.ts'
import { findFailure, type ServerFailure } from '#core/vllm/failures/find-failure.ts'
import type { Launcher } from './launcher.ts'
import type { LogWatch } from './log-watch.ts'

/** Keeps what was recognised, for whoever shows more than a sentence. */
export class ServerEndedError extends AppError {
  readonly failure: ServerFailure | null

  constructor(message: string, failure: ServerFailure | null) {
    const remedy = failure?.remedy ?? 'Read the end of its log; nothing in it is a usual cause.'
    super('launch-failed', message, { remedy })
    this.failure = failure
  }
}

const shownLines = 12

export function endedServer(
  { hostName }: Launcher,
  { end, job }: LaunchStatus,
  watch: LogWatch,
): ServerEndedError {
  const lines = watch.lines()
  const failure = findFailure(lines)
  const how = end === null ? 'is gone' : `ended with code ${end.code}`
  const told = job && jobEnding(job)
  const message =
    failure === null
      ? `The server on ${hostName} ${how}:\n${lines.slice(-shownLines).join('\n')}`
      : `${failure.title}: the server on ${hostName} ${how}.\n${failure.line}`
  return new ServerEndedError(told === null ? message : `${told} ${message}`, failure)
}

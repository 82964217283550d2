// The reason why a server exited unexpectedly, as far as its log shows, and the end of its log.
import { setTimeout as delay } from 'node:timers/promises'
import { message, type Message, sentences, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Launch, LaunchStatus } from '#core/model/launch.ts'
import { isEnding, jobEnding, loggedEnding } from '#core/vllm/launch/job-state.ts'
import { findFailure, type ServerFailure } from '#core/vllm/log/find-failure.ts'
import { parseLogLine } from '#core/vllm/log/log-line.ts'
import type { Launcher } from './launcher.ts'
import type { LogWatch } from './log-watch.ts'

/** Includes the recognised cause, for surfaces that show more than a message. */
export class ServerEndedError extends AppError {
  readonly failure: ServerFailure | null
  /** Whether processes remain that exit only when it is stopped. */
  readonly isSomethingLeft: boolean

  constructor(problem: Text, failure: ServerFailure | null, isSomethingLeft: boolean) {
    const remedy = failure?.remedy ?? message('launch.ended.remedy')
    super('launch-failed', problem, { remedy })
    this.failure = failure
    this.isSomethingLeft = isSomethingLeft
  }
}

const shownLines = 12

const pollMs = 300
const mostPolls = 40

export async function endedServer(
  launcher: Launcher,
  { id }: Pick<Launch, 'id'>,
  watch: LogWatch,
): Promise<ServerEndedError> {
  const { end, job, members, isLeaderAlive } = await settledStatus(launcher, id, watch)
  const lines = linesOf(watch.lines(), end)
  const failure = findFailure(lines, end?.code ?? null)
  const how = end === null ? message('failures.gone') : endingOf(end)
  const reported = job && jobEnding(job, watch.lines())
  const host = launcher.hostName
  const problem =
    failure === null
      ? message('failures.endedUnknown', { host, how, lines: lines.slice(-shownLines).join('\n') })
      : message('failures.ended', { title: failure.title, host, how, line: failure.line })
  // A running leader ends the remaining processes itself.
  const left = isLeaderAlive ? '' : members.map(({ name }) => name).join(', ')
  const whole =
    left === '' ? problem : message('failures.leftovers', { text: problem, names: left })
  const texts = reported === null ? [whole] : [reported, whole]
  return new ServerEndedError(sentences(texts), failure, left !== '')
}

type End = NonNullable<LaunchStatus['end']>

function endingOf({ code, part }: End): Message {
  if (part === undefined) return message('failures.endedWith', { code })
  const { label, node } = part
  return node === null
    ? message('failures.instanceEnded', { code, name: label })
    : message('failures.rankEnded', { code, rank: label, node })
}

/** Lines of the process that ended, without its label; all lines if it printed none. */
function linesOf(lines: readonly string[], end: End | null): readonly string[] {
  const label = end?.part?.label
  if (label === undefined) return lines
  const own = lines.filter((line) => parseLogLine(line).part === label)
  return own.length === 0 ? lines : own.map((line) => line.slice(`${label}: `.length))
}

/**
 * The leader records how the server ended, and may need a query first. Slurm shows a job that it ends as COMPLETING, then the
 * reason; the job's log may have the reason earlier.
 */
async function settledStatus(
  launcher: Launcher,
  id: string,
  watch: LogWatch,
): Promise<LaunchStatus> {
  for (let poll = 0; ; poll++) {
    const status = await launcher.status(id)
    await watch.read()
    if (poll >= mostPolls || !isUnsettled(status, watch)) return status
    await delay(pollMs)
  }
}

function isUnsettled({ isLeaderAlive, end, job }: LaunchStatus, watch: LogWatch): boolean {
  if (job === null) return isLeaderAlive && end === null
  return isEnding(job) && loggedEnding(watch.lines()) === null
}

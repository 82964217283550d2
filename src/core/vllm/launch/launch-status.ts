// The state of a launch from the output of its host's script, one fact per line.
import type { LaunchStatus, SessionMember } from '#core/model/server/launch.ts'
import { isUnderWay, jobStateIn } from '../slurm/job-state.ts'

/**
 * `leader`, `server`, `stopped`, `end 0 1790000000`, `log 4096`, `member 4242 VLLM::EngineCore`, and for a job
 * `job 12 RUNNING;node17;None`. Processes of another machine cannot be looked at: there Slurm's word counts.
 */
export function launchStatus(report: string): LaunchStatus {
  const lines = report.split('\n').map((line) => line.split(' '))
  const argumentsAfter = (name: string) => lines.find(([first]) => first === name)?.slice(1)
  const end = argumentsAfter('end')
  const reported = argumentsAfter('job')
  const job = reported === undefined ? null : jobStateIn(reported)
  const isThere = job !== null && isUnderWay(job)
  return {
    isLeaderAlive: argumentsAfter('leader') !== undefined || isThere,
    isServerAlive:
      job === null ? argumentsAfter('server') !== undefined : isThere && end === undefined,
    end: end === undefined ? null : { code: Number(end[0]), atEpochMs: Number(end[1]) * 1000 },
    wasStopped: argumentsAfter('stopped') !== undefined,
    logBytes: Number(argumentsAfter('log')?.[0] ?? 0),
    members: lines.filter(([first]) => first === 'member').map(memberIn),
    job,
  }
}

/** Whether anything of it is left over there. */
export function isGone({ isLeaderAlive, isServerAlive, members }: LaunchStatus): boolean {
  return !isLeaderAlive && !isServerAlive && members.length === 0
}

function memberIn([, pid = '', ...name]: readonly string[]): SessionMember {
  return { pid: Number(pid), name: name.join(' ') }
}

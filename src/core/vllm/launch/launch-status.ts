// A launch's condition from what its host's script tells, one fact a line.
import type { LaunchStatus, SessionMember } from '#core/model/launch.ts'

/** `leader`, `server`, `stopped`, `end 0 1790000000`, `log 4096`, `member 4242 VLLM::EngineCore`. */
export function launchStatus(report: string): LaunchStatus {
  const lines = report.split('\n').map((line) => line.split(' '))
  const wordsAfter = (name: string) => lines.find(([first]) => first === name)?.slice(1)
  const end = wordsAfter('end')
  return {
    isLeaderAlive: wordsAfter('leader') !== undefined,
    isServerAlive: wordsAfter('server') !== undefined,
    end: end === undefined ? null : { code: Number(end[0]), atEpochMs: Number(end[1]) * 1000 },
    wasStopped: wordsAfter('stopped') !== undefined,
    logBytes: Number(wordsAfter('log')?.[0] ?? 0),
    members: lines.filter(([first]) => first === 'member').map(memberIn),
  }
}

/** Whether anything of it is left over there. */
export function isGone({ isLeaderAlive, isServerAlive, members }: LaunchStatus): boolean {
  return !isLeaderAlive && !isServerAlive && members.length === 0
}

function memberIn([, pid = '', ...name]: readonly string[]): SessionMember {
  return { pid: Number(pid), name: name.join(' ') }
}

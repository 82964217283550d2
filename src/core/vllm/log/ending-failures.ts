// How a process ended: signals as reported by kernels, shells, supervisors and schedulers.
import type { FailurePatterns } from './failure-pattern.ts'

/** Exit by signal `n` as written by vLLM, torchrun, SGLang, systemd, docker and Kubernetes. */
function signalPattern(n: number, name: string, words: string): RegExp {
  return new RegExp(
    [
      words,
      String.raw`Failed core proc\(s\): \{[^}]*: -${n}\b`,
      String.raw`[Ee]xit ?code *:? *-${n}\b`,
      String.raw`with (?:exit )?code -${n}\b`,
      String.raw`[Ss]ignal:? ${n}(?: \(SIG${name}\)|\b)`,
      String.raw`killed by signal: ${name}`,
      String.raw`status=${n}/${name}`,
      String.raw`(?:exited with (?:code|status)|Exit Code: +|exit status|"?exitCode"?: ?|Exited \() ?${128 + n}\b`,
    ].join('|'),
  )
}

export const endingFailures: FailurePatterns = {
  'time-limit': {
    pattern: /CANCELLED AT \S+ DUE TO TIME LIMIT|PBS: job killed: walltime|^TERM_RUNLIMIT/,
    text: 'launch.timeLimit',
    ending: 'killed',
    isPrinted: true,
  },
  killed: {
    pattern:
      /oom-kill|Out of memory: Kill|[Mm]emory cgroup out of memory|killed by the OOM killer|OOMKilled|oom_kill event|task \d+: Out Of Memory|OutOfMemoryError: Task was killed|due to the node running low on memory|OUT_OF_MEMORY/,
    text: 'failures.outOfMemoryKiller',
    ending: 'out-of-memory',
    isPrinted: true,
  },
  'killed-by-signal': {
    id: 'killed',
    pattern: signalPattern(9, 'KILL', String.raw`^Killed$|\b\d+ Killed\b|task \d+: Killed`),
    text: 'failures.outOfMemoryKiller',
    ending: 'killed',
    isPrinted: true,
  },
  'shared-memory': {
    pattern: signalPattern(
      7,
      'BUS',
      String.raw`^Bus error|\b\d+ Bus error|\bSIGBUS\b|Fatal Python error: Bus error|task \d+: Bus error|out of shared memory|killed by signal: Bus error`,
    ),
    text: 'failures.sharedMemory',
    ending: 'crash',
    isPrinted: true,
  },
  crashed: {
    pattern: signalPattern(
      11,
      'SEGV',
      String.raw`[Ss]egmentation fault|Segfault encountered|\bSIGSEGV\b(?! or)`,
    ),
    text: 'failures.crashed',
    ending: 'crash',
    isPrinted: true,
  },
  'illegal-instruction': {
    pattern: signalPattern(4, 'ILL', String.raw`[Ii]llegal instruction|\bSIGILL\b`),
    text: 'failures.illegalInstruction',
    ending: 'crash',
    isPrinted: true,
  },
  aborted: {
    pattern: signalPattern(
      6,
      'ABRT',
      String.raw`^Aborted\b|\b\d+ Aborted\b|Fatal Python error: Aborted|\bSIGABRT\b|task \d+: Aborted`,
    ),
    text: 'failures.aborted',
    ending: 'crash',
    isPrinted: true,
  },
}

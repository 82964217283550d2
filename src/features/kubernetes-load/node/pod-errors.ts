// Errors of pods that cannot send load, or no longer, with remedies.
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { LoadPodSettings } from '#features/kubernetes-load/core/load-pods.ts'
import type { Pod, PodProblem } from '#features/kubernetes-load/core/pod-state.ts'

export const ofTarget = { field: 'on' }

export function podError(
  pod: Pod,
  { kind, why }: PodProblem,
  { loadImage, loadMemory }: LoadPodSettings,
): AppError {
  const { name } = pod.metadata
  const given = { pod: name, node: nodeOf(pod), why }
  switch (kind) {
    case 'image':
      return appError(
        'host-failed',
        'loadPods.image',
        { pod: name, image: loadImage ?? '', why },
        ofTarget,
      )
    case 'start':
      return appError('host-failed', 'loadPods.start', given, ofTarget)
    case 'memory':
      return lost(
        message('loadPods.memory', { pod: name, node: nodeOf(pod), memory: loadMemory }),
        message('loadPods.memory.remedy'),
      )
    case 'deadline':
      return lost(
        message('loadPods.deadline', { job: name, why }),
        message('loadPods.deadline.remedy'),
      )
    case 'evicted':
      return lost(message('loadPods.evicted', given))
    case 'ended':
      return lost(message('loadPods.ended', given))
  }
}

/** Error of a program in a pod that keeps running. Null if its own exit code and output are more informative. */
export function programError(
  pod: Pod,
  code: number | null,
  { loadMemory }: LoadPodSettings,
): AppError | null {
  const given = { pod: pod.metadata.name, node: nodeOf(pod) }
  // A generator that loses its connection exits normally.
  if (code === null || code === 0) return lost(message('loadPods.connection', given))
  const why = message('hosts.exitCode', { code })
  return code === killedCode
    ? lost(
        message('loadPods.killed', { ...given, why, memory: loadMemory }),
        message('loadPods.memory.remedy'),
      )
    : null
}

/** 128 plus the number of SIGKILL. */
const killedCode = 137

export function deletedPod(pod: Pod): AppError {
  return lost(message('loadPods.deleted', { pod: pod.metadata.name, node: nodeOf(pod) }))
}

export function nodeOf({ spec: { nodeName } }: Pod): string {
  return nodeName || '?'
}

function lost(problem: Text, remedy: Text = message('loadJob.lost.remedy')): AppError {
  return new AppError('process-ended', problem, { remedy })
}

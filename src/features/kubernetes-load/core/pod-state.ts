// State of a pod from the API server, and its consequences for the load generator.
import { z } from 'zod'
import { message, type Text } from '#core/messages/message.ts'

const detail = z.object({ reason: z.string().default(''), message: z.string().default('') })

const containerStatusSchema = z.object({
  state: z
    .object({
      waiting: detail.optional(),
      running: z.object({}).optional(),
      terminated: detail.extend({ exitCode: z.int().default(0) }).optional(),
    })
    .default({}),
})

export const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    annotations: z.record(z.string(), z.string()).default({}),
    deletionTimestamp: z.string().optional(),
  }),
  spec: z.object({ nodeName: z.string().default('') }),
  status: detail.extend({
    phase: z.string().default(''),
    conditions: z.array(detail.extend({ type: z.string(), status: z.string() })).default([]),
    containerStatuses: z.array(containerStatusSchema).default([]),
  }),
})

export type Pod = z.infer<typeof podSchema>

export function podIndex({ metadata }: Pod): number {
  return Number(metadata.annotations['batch.kubernetes.io/job-completion-index'] ?? NaN)
}

export function isRunning(pod: Pod): boolean {
  return stateOf(pod)?.running !== undefined && pod.metadata.deletionTimestamp === undefined
}

/** Reason why it is not running yet. */
export function waitingReason(pod: Pod): Text {
  const unscheduled = conditionOf(pod, 'PodScheduled', 'False')
  const waiting = stateOf(pod)?.waiting
  const { reason = '', message: text = '' } = unscheduled ?? waiting ?? {}
  return said(text, reason) || message('loadPods.reasonUnknown')
}

export type PodProblem = Readonly<{
  kind: 'image' | 'start' | 'evicted' | 'memory' | 'deadline' | 'ended'
  why: Text
}>

/** The runtime retries after the first one; waiting does not resolve the others. */
const withoutImage = ['ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']
const withoutStart = [
  ...['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'],
  ...['StartError', 'ContainerCannotRun'],
]

/** Reason that it cannot send load, or no longer can; null while it may be able to. */
export function podProblem(pod: Pod): PodProblem | null {
  const { status } = pod
  const { waiting, terminated } = stateOf(pod) ?? {}
  const disrupted = conditionOf(pod, 'DisruptionTarget', 'True')
  if (disrupted !== undefined)
    return { kind: 'evicted', why: said(disrupted.message, disrupted.reason) }
  if (status.reason === 'DeadlineExceeded') return { kind: 'deadline', why: status.message }
  if (status.phase === 'Failed' && status.reason !== '') {
    return { kind: 'evicted', why: said(status.message, status.reason) }
  }
  const { reason = '', message: text = '' } = terminated ?? waiting ?? {}
  if (withoutImage.includes(reason)) return { kind: 'image', why: said(text, reason) }
  if (withoutStart.includes(reason)) return { kind: 'start', why: said(text, reason) }
  if (terminated === undefined) return null
  if (reason === 'OOMKilled') return { kind: 'memory', why: reason }
  return { kind: 'ended', why: message('hosts.exitCode', { code: terminated.exitCode }) }
}

/** Until a pull is retried, only this message contains its error. */
export function pullFailure(pod: Pod): string {
  const waiting = stateOf(pod)?.waiting
  return waiting?.reason === 'ErrImagePull' ? waiting.message : ''
}

function stateOf({ status }: Pod) {
  return status.containerStatuses[0]?.state
}

function conditionOf({ status }: Pod, type: string, state: string) {
  return status.conditions.find((each) => each.type === type && each.status === state)
}

/** The sentence, if there is one, without its full stop, because more text follows. */
function said(text: string, reason: string): string {
  return (text || reason).trim().replace(/\.$/, '')
}

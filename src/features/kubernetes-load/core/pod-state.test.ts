// The states are those that a Kubernetes 1.34 reported in the tests of this feature.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { isRunning, podIndex, podProblem, podSchema, waitingReason } from './pod-state.ts'

function pod(status: object, container?: object) {
  return podSchema.parse({
    metadata: {
      name: 'kneepoint-load-1a2b-3-x7k2p',
      annotations: { 'batch.kubernetes.io/job-completion-index': '3' },
    },
    spec: { nodeName: 'n1' },
    status: {
      phase: 'Pending',
      ...status,
      ...(container && { containerStatuses: [{ state: container }] }),
    },
  })
}

test('a pod that runs has no problem, and its place in the job', () => {
  const running = pod({ phase: 'Running' }, { running: { startedAt: '2026-11-23T14:45:58Z' } })
  expect([isRunning(running), podProblem(running), podIndex(running)]).toEqual([true, null, 3])
})

test.each([
  [
    {
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message: '0/2 nodes are available: 2 Insufficient cpu.',
        },
      ],
    },
    undefined,
    '0/2 nodes are available: 2 Insufficient cpu',
  ],
  [{}, { waiting: { reason: 'ContainerCreating' } }, 'ContainerCreating'],
  [
    {},
    { waiting: { reason: 'ErrImagePull', message: 'connection refused' } },
    'connection refused',
  ],
  [{}, undefined, 'not scheduled yet'],
])('%j waits', (status, container, reason) => {
  const waiting = pod(status, container)
  expect(podProblem(waiting)).toBeNull()
  expect(inEnglish(waitingReason(waiting))).toBe(reason)
})

test.each([
  [
    {},
    { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } },
    'image',
    'Back-off pulling image',
  ],
  [{}, { waiting: { reason: 'InvalidImageName' } }, 'image', 'InvalidImageName'],
  [
    {},
    { terminated: { reason: 'StartError', exitCode: 128, message: 'exec: "sh": not found' } },
    'start',
    'exec: "sh": not found',
  ],
  [
    { phase: 'Failed' },
    { terminated: { reason: 'OOMKilled', exitCode: 137 } },
    'memory',
    'OOMKilled',
  ],
  [{ phase: 'Failed' }, { terminated: { reason: 'Error', exitCode: 2 } }, 'ended', 'exit code 2'],
  [
    {
      conditions: [
        {
          type: 'DisruptionTarget',
          status: 'True',
          reason: 'EvictionByEvictionAPI',
          message: 'Eviction API: evicting',
        },
      ],
    },
    { running: {} },
    'evicted',
    'Eviction API: evicting',
  ],
  [
    { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' },
    undefined,
    'evicted',
    'The node was low on resource: memory',
  ],
  [
    { phase: 'Failed', reason: 'DeadlineExceeded', message: 'Pod was active too long' },
    undefined,
    'deadline',
    'Pod was active too long',
  ],
])('%j %j cannot send', (status, container, kind, why) => {
  const problem = podProblem(pod(status, container))
  expect(problem && [problem.kind, inEnglish(problem.why)]).toEqual([kind, why])
})

import { launchProfileSchema } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'
import { demoSimulator } from '#core/sweep/demo-sweep.ts'
import { expect, test } from 'vitest'
import { exampleRun } from '../run/example-run.test-support.ts'
import { sweepOf } from '../sweep/example-sweep.test-support.ts'
import { isUnused, startPage } from './start-page.ts'

const none = { servers: [], sweeps: [], runs: [], runningRuns: [], isGrouped: () => false }

function server(id: string, state: Server['state']): Server {
  return { id, name: id, spec: demoSimulator, state, launch: null, createdAtEpochMs: 0 }
}

function launchedSpec(hostId: string): Server['spec'] {
  const profile = launchProfileSchema.parse({ name: 'm', config: { model: 'm' } })
  return { kind: 'launched', hostId, profile, launchId: 'm-1' }
}

test('nothing stored is a first visit, and so is a server that is stopped', () => {
  expect(isUnused(startPage(none))).toBe(true)
  const stopped = { ...none, servers: [server('a', { state: 'stopped' })] }
  expect(isUnused(startPage(stopped))).toBe(true)
  const failed = server('a', { state: 'failed', message: 'refused', remedy: null })
  expect(isUnused(startPage({ ...none, servers: [failed] }))).toBe(false)
})

test('few launches that failed are listed, and an unreachable host once', () => {
  const failed = { state: 'failed', message: 'refused', remedy: null } as const
  const detached = { state: 'detached', message: 'no route', remedy: null } as const
  const launched = (id: string, hostId: string) => ({
    ...server(id, detached),
    spec: launchedSpec(hostId),
  })
  const servers = [
    ...[1, 2, 3, 4, 5].map((day) => ({ ...server(`f${day}`, failed), createdAtEpochMs: day })),
    ...['a', 'b', 'c'].map((id) => launched(id, 'gpu-03')),
    launched('d', 'gpu-04'),
    server('ready', { state: 'starting', phase: '', progress: null, sinceEpochMs: 0 }),
  ]
  const page = startPage({ ...none, servers })
  expect(page.servers.map(({ id }) => id)).toEqual(['ready', 'f5', 'f4', 'f3'])
  expect(page.unreachable.map(({ hostId, servers: on }) => [hostId, on.length])).toEqual([
    ['gpu-03', 3],
    ['gpu-04', 1],
  ])
})

test('runs of a sweep are found on its page, not among the latest runs', () => {
  const { sweep } = sweepOf([{ outputThroughput: 1, e2elMs: 1, durationS: 1 }])
  const runs = [exampleRun({ id: 'run-0' }), exampleRun({ id: 'alone' })]
  const page = startPage({ ...none, sweeps: [sweep], runs })
  expect(page.runs.map(({ id }) => id)).toEqual(['alone'])
})

test('what is in progress is listed once, and not among the answers', () => {
  const { sweep } = sweepOf([{ outputThroughput: 1, e2elMs: 1, durationS: 1 }])
  const ended = { ...sweep, id: 'ended', points: [], status: 'completed' as const }
  const paused = { ...sweep, id: 'paused', points: [], status: 'paused' as const }
  const running = [exampleRun({ id: 'run-0' }), exampleRun({ id: 'alone' })]
  const sweeps = [sweep, paused, ended]
  const page = startPage({ ...none, sweeps, runs: running, runningRuns: running })
  expect(page.sweepsInProgress.map(({ id }) => id)).toEqual(['sweep-1', 'paused'])
  expect(page.runsInProgress.map(({ id }) => id)).toEqual(['alone'])
  expect(page.sweeps.map(({ id }) => id)).toEqual(['ended'])
  expect(page.runs).toEqual([])
})

test('lists are cut to the newest', () => {
  const runs = Array.from({ length: 9 }, (_, index) => exampleRun({ id: `run ${index}` }))
  const page = startPage({ ...none, runs })
  expect(page.runs.map(({ id }) => id)).toEqual(runs.slice(0, 5).map(({ id }) => id))
})

import { expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import type { Server, ServerState } from '#core/model/server.ts'
import { stopServers } from './outliving-servers.ts'
import { isOutliving } from './servers.ts'

const sinceEpochMs = 0
const failed = { state: 'failed', message: 'x', remedy: null } as const
const profile = launchProfileSchema.parse({ name: 'm', config: { model: 'm' } })

function launched(state: ServerState): Server {
  const spec = { kind: 'launched', hostId: 'local', profile, launchId: null } as const
  return { id: state.state, name: 'm', spec, state, launch: null, createdAtEpochMs: 0 }
}

test.each<{ state: ServerState; outlives: boolean; remark: string }>([
  {
    state: { state: 'starting', phase: 'x', progress: null, sinceEpochMs },
    outlives: true,
    remark: 'it comes up without us',
  },
  { state: { state: 'stopping', sinceEpochMs }, outlives: true, remark: 'it is not gone yet' },
  { state: { ...failed, stillRuns: true }, outlives: true, remark: 'it was cancelled, not ended' },
  { state: failed, outlives: false, remark: 'it ended' },
  { state: { state: 'stopped' }, outlives: false, remark: 'it was ended' },
  {
    state: { state: 'detached', message: 'x', remedy: null },
    outlives: false,
    remark: 'its state is unknown, and its host cannot be reached',
  },
])('$state.state: $outlives, $remark', ({ state, outlives }) => {
  expect(isOutliving(launched(state))).toBe(outlives)
})

test('a simulator ends with us', () => {
  const spec = { kind: 'simulator', preset: 'quick', port: 0, startupS: 0, seed: 0 } as const
  const server = launched({ state: 'stopping', sinceEpochMs })
  expect(isOutliving({ ...server, spec: { ...spec, flags: {} } })).toBe(false)
})

test('of servers that are stopped together, those that did not end are reported', async () => {
  const stop = (id: string): Promise<Server> =>
    id === 'stubborn'
      ? Promise.reject(new Error('7 (python3) does not end.'))
      : id === 'slow'
        ? new Promise(() => undefined)
        : Promise.resolve(launched({ state: 'stopped' }))
  const servers = { stop, runningOnHosts: () => [] }
  const asked = ['good', 'stubborn', 'slow'].map((id) => ({
    id,
    name: id,
    hostName: null,
    launchId: null,
  }))
  const unstopped = await stopServers({ servers }, asked, 20)
  expect(unstopped.map(({ id, why }) => [id, why])).toEqual([
    ['stubborn', '7 (python3) does not end.'],
    ['slow', 'It did not end within 0.02 s.'],
  ])
})

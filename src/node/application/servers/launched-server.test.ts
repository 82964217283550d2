import { readable } from '#core/messages/readable.test-support.ts'
import { expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import type { StopReport } from '#core/model/launch.ts'
import type { ServerState } from '#core/model/server.ts'
import { LaunchedServer } from './launched-server.ts'

const profile = launchProfileSchema.parse({ name: 'm', config: { model: 'm' } })
const launch = { id: 'm-1', createdAtEpochMs: 0, profile, port: 8000, command: 'vllm serve m' }

async function stopped(stop: () => Promise<StopReport>) {
  const states: ServerState[] = []
  const server = new LaunchedServer({
    onState: (state) => states.push(state),
    onView: () => undefined,
    onLines: () => undefined,
  })
  const error: unknown = await server
    .stop({ hostName: 'gpu-03', stop }, launch)
    .catch((thrown: unknown) => thrown)
  return { error, states }
}

test('a server of which something stays is known to run still, and can be stopped again', async () => {
  const leftovers = [{ pid: 7, name: 'python3' }]
  const { error, states } = await stopped(() =>
    Promise.resolve({ step: 'session-killed', leftovers }),
  )
  const message = 'These processes on gpu-03 do not end: 7 (python3).'
  expect(error).toMatchObject({ message })
  expect(readable(states.at(-1))).toMatchObject({ state: 'failed', message, stillRuns: true })
})

test('where its host is lost during the start, its state is unknown', async () => {
  const { error, states } = await stopped(() =>
    Promise.reject(new AppError('host-unreachable', 'The connection to gpu-03 broke.')),
  )
  expect(error).toMatchObject({ code: 'host-unreachable' })
  expect(readable(states.at(-1))).toMatchObject({ state: 'detached' })
})

test('one that ends leaves it to others to say so', async () => {
  const { error, states } = await stopped(() =>
    Promise.resolve({ step: 'server-terminated', leftovers: [] }),
  )
  expect(error).toBeUndefined()
  expect(states.map(({ state }) => state)).toEqual(['stopping'])
})

// A recording of the window: a real simulated server, a request through the proxy, and the trace.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordingSchema } from '#features/record/core/recording.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import {
  openApplication,
  readySimulator,
  Window,
} from '#node/application/application.test-support.ts'

test('requests through the address of a recording are a trace once it is stopped', async () => {
  const application = openApplication()
  const client = clientOf(application)
  const call = (name: string, input: unknown = {}) =>
    client.features.call({ feature: 'record', call: name, input })
  const listed = async () => recordingSchema.array().parse(await call('list'))
  const { id: serverId } = await readySimulator(client, new Window(client))
  const order = { serverId, withText: false, isOpenToOthers: false }

  const recording = recordingSchema.parse(await call('start', order))
  const body = JSON.stringify({ prompt: 'Why is the sky blue?', max_tokens: 4 })
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${recording.url}/v1/completions`, { method: 'POST', headers, body })
  expect(sent.status).toBe(200)
  await sent.text()
  await call('stop', { id: serverId })
  expect(await listed()).toMatchObject([{ id: serverId, url: null, recorded: 1 }])
  expect(JSON.parse(readFileSync(recording.file, 'utf8'))).toMatchObject({ output_length: 4 })

  const second = recordingSchema.parse(await call('start', order))
  await application.close()
  await expect(fetch(second.url ?? '')).rejects.toThrow()
})

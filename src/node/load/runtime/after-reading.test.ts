// What came in time is not late because this process stood still and read it late.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startAnsweringThread } from '../answering-thread.test-support.ts'
import { listen, planOf } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { sse } from '../sse.test-support.ts'
import { SharedTimeout } from '#node/load/request-limits.ts'
import { chunk, streamHead } from '../connections/wire-server.test-support.ts'

it('a time that ran out during a standstill is judged by what came meanwhile', async () => {
  const { port, standStill } = await startAnsweringThread({ first: '', rest: 'here' })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const late: string[] = []
  const timeout = new SharedTimeout<string>(0.02, (item) => late.push(item))
  socket.on('data', () => timeout.end('answered'))
  timeout.begin('answered')
  timeout.begin('forgotten')
  standStill(50)
  await once(socket, 'close')
  await expect.poll(() => late).toEqual(['forgotten'])
})

it('an answer that went on during a standstill has not stalled', async () => {
  const { port, standStill } = await startAnsweringThread({
    first: `${streamHead}${chunk(sse.token('a')).toString()}`,
    rest: `${chunk(sse.token('b') + sse.done).toString()}0\r\n\r\n`,
  })
  const plan = planOf(`http://127.0.0.1:${port}/v1/completions`, 1, { stallTimeoutS: 1 })
  const { heard, hooks } = listen()
  let stoodStill = false
  const onProgress: typeof hooks.onProgress = ({ tokenEvents }) => {
    if (tokenEvents === 0 || stoodStill) return
    stoodStill = true
    // Not from within a timer: the next ones would look at the sockets first.
    setImmediate(standStill, 1100)
  }
  await runLoad(plan, { ...hooks, onProgress }, new AbortController().signal)
  expect(heard.records).toMatchObject([{ error: null, generatedText: 'ab' }])
})

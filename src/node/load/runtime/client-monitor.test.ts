import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { clientHealth } from '#core/stats/client-samples.ts'
import { ClientMonitor } from './client-monitor.ts'
import { nowUs } from './clock.ts'

const heldUpMs = 40

function holdUp(): void {
  const untilUs = nowUs() + heldUpMs * 1000
  while (nowUs() < untilUs);
}

/** Sockets of a server that says something on request, watched by a monitor. */
async function watchedSockets(count: number) {
  const others: Socket[] = []
  const server = createServer((socket) => others.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const monitor = new ClientMonitor()
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  while (others.length < count) await nextTurn()
  onTestFinished(() => {
    for (const socket of [...sockets, ...others]) socket.destroy()
    server.close()
  })
  return { monitor, sockets, say: () => others.forEach((socket) => socket.write('a token')) }
}

test('data that came while the loop was held up has waited for it', async () => {
  const { monitor, sockets, say } = await watchedSockets(1)
  sockets[0]?.on('data', () => monitor.noteRead(nowUs()))
  monitor.start()
  say()
  holdUp()
  await pause(100)
  const { readLagMaxUs, lateReadShare, gcPauseTotalUs, threadCpuShares } = clientHealth([
    monitor.stop(),
  ])
  expect(readLagMaxUs).toBeGreaterThanOrEqual((heldUpMs * 1000) / 2)
  expect(lateReadShare).toBe(1)
  expect(gcPauseTotalUs).toBeGreaterThanOrEqual(0)
  expect(threadCpuShares[0]).toBeGreaterThan(0)
})

test('a loop that was held up made data wait on average, whether it was read then or not', async () => {
  const { monitor } = await watchedSockets(0)
  monitor.start()
  await pause(20)
  holdUp()
  await pause(50)
  expect(clientHealth([monitor.stop()]).loopLagMeanUs).toBeGreaterThan(500)
})

test('a socket read after another waits while that one is dealt with', async () => {
  const { monitor, sockets, say } = await watchedSockets(2)
  const readAtUs: number[] = []
  for (const socket of sockets) {
    socket.on('data', () => {
      readAtUs.push(nowUs())
      monitor.noteRead(readAtUs.at(-1) ?? 0)
      holdUp()
    })
  }
  say()
  // Both are there before we look.
  holdUp()
  monitor.start()
  await pause(200)
  const { readLagMaxUs } = clientHealth([monitor.stop()])
  expect(readLagMaxUs).toBeGreaterThanOrEqual(heldUpMs * 1000)
})

test('what wakes a sleeping loop has not waited, and is counted once however it is cut up', async () => {
  const { monitor, sockets, say } = await watchedSockets(1)
  monitor.start()
  sockets[0]?.on('data', () => {
    const atUs = nowUs()
    monitor.noteRead(atUs)
    monitor.noteRead(atUs)
    monitor.noteFirstToken()
  })
  await pause(50)
  say()
  await pause(50)
  const samples = monitor.stop()
  expect(samples.readLag.counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(samples.firstTokenLag).toEqual(samples.readLag)
})

// The process of the floor: sends what our client sends, and of the answers only counts the bytes. What it takes is
// Node's own and the system's, which no client in Node can do without.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { RequestBytes } from '#node/load/request-bytes.ts'
import type { ClientFigures } from './client-figures.ts'
import type { Load } from './load.ts'
import type { OurOrder } from './our-client.ts'
import { bodyOf } from './request-body.ts'

const endOfAnswer = Buffer.from('0\r\n\r\n')

const [order] = (await once(process, 'message')) as [OurOrder]
process.send?.({ figures: await measure(order) })

async function measure({ url, load }: OurOrder): Promise<ClientFigures> {
  const { requests, tokens, connections } = load
  const request = requestOf(url, load)
  const buffer = Buffer.allocUnsafeSlow(64 * 1024)
  let [left, answered] = [requests, 0]
  let onOver = (): void => undefined

  function send(socket: Socket): void {
    if (left-- > 0) socket.write(request)
  }

  function take(socket: Socket, length: number): void {
    if (!buffer.subarray(length - endOfAnswer.length, length).equals(endOfAnswer)) return
    if (++answered === requests) onOver()
    else send(socket)
  }

  function open(): Promise<Socket> {
    return new Promise((resolve) => {
      const callback = (length: number): boolean => (take(socket, length), true)
      const { hostname: host, port } = new URL(url)
      const address = { host, port: Number(port), noDelay: true }
      const socket: Socket = connect({ ...address, onread: { buffer, callback } }, () =>
        resolve(socket),
      )
    })
  }

  const sockets = await Promise.all(Array.from({ length: connections }, open))
  const startedAtMs = performance.now()
  const before = process.cpuUsage()
  await new Promise<void>((resolve) => {
    onOver = resolve
    sockets.forEach(send)
  })
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startedAtMs) / 1000
  sockets.forEach((socket) => socket.destroy())
  const peakMemoryKb = process.resourceUsage().maxRSS
  const cpuSeconds = (user + system) / 1e6
  return { requests, events: requests * tokens, seconds, cpuSeconds, peakMemoryKb }
}

function requestOf(url: string, load: Load): Uint8Array {
  const headers = { 'Content-Type': 'application/json' }
  const bodies = writtenBodies([bodyOf(load)])
  return new RequestBytes({ url, method: 'POST', headers, bodies }).of({
    place: 0,
    requestId: 'floor-0',
  })
}

// A page as the main process sees it: where it came from, and a way to hand it ports.
import type { WebSocket } from 'ws'
import { ipcMain } from './ipc-main.ts'
import type { MessagePortMain } from './message-channel.ts'
import { readWireMessage, type WireMessage } from './wire-message.ts'

export class WebFrame {
  readonly parent = null
  readonly origin: string
  readonly #socket: WebSocket
  readonly #ports = new Map<number, MessagePortMain>()
  #nextPort = 1

  constructor(socket: WebSocket, origin: string) {
    this.origin = origin
    this.#socket = socket
    socket.on('message', (text: Buffer) => this.#receive(readWireMessage(text.toString('utf8'))))
    // A page that goes takes its ports with it.
    socket.on('close', () => {
      for (const port of this.#ports.values()) port.close()
    })
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const ports = transfer.map((port) => this.#adopt(port))
    this.#send({ kind: 'ipc', channel, message, ports })
  }

  #adopt(port: MessagePortMain): number {
    const number = this.#nextPort++
    this.#ports.set(number, port)
    port.on('message', ({ data }: { data: unknown }) => {
      if (typeof data !== 'string') throw new Error('the stand-in carries text over ports only')
      this.#send({ kind: 'port', port: number, data })
    })
    port.on('close', () => this.#send({ kind: 'port-closed', port: number }))
    port.start()
    return number
  }

  #receive(message: WireMessage): void {
    switch (message.kind) {
      case 'ipc':
        ipcMain.emit(message.channel, { senderFrame: this }, message.message)
        break
      case 'port':
        this.#ports.get(message.port)?.postMessage(message.data)
        break
      case 'port-closed':
        this.#ports.get(message.port)?.close()
        break
    }
  }

  #send(message: WireMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}

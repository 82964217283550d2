// Runs in the page before anything else: what a sandboxed preload script may require from `electron`.
// Sent to the browser as text, so it closes over nothing.
import type { WireMessage } from './wire-message.ts'

type Listener = (event: { readonly ports: readonly MessagePort[] }, message: unknown) => void
type Require = (module: string) => object

export function startPreload(preload: (require: Require) => void): void {
  // Subframes have no preload script.
  if (window !== window.top) return
  const socket = new WebSocket(`ws://${window.location.host}`)
  const listeners = new Map<string, Listener>()
  const ports = new Map<number, MessagePort>()
  const waiting: string[] = []

  function send(message: WireMessage): void {
    const text = JSON.stringify(message)
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    else waiting.push(text)
  }

  function adopt(port: number): MessagePort {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', (event: MessageEvent<unknown>) => {
      send({ kind: 'port', port, data: event.data })
    })
    port1.start()
    ports.set(port, port1)
    return port2
  }

  function receive(message: WireMessage): void {
    switch (message.kind) {
      case 'ipc': {
        const event = { ports: message.ports.map(adopt) }
        listeners.get(message.channel)?.(event, message.message)
        break
      }
      case 'port':
        ports.get(message.port)?.postMessage(message.data)
        break
      case 'port-closed':
        ports.get(message.port)?.close()
        break
    }
  }

  socket.addEventListener('open', () => {
    for (const text of waiting.splice(0)) socket.send(text)
  })
  socket.addEventListener('message', (event: MessageEvent<string>) => {
    // A cast, because this text cannot bring a schema along; the other end is ours.
    receive(JSON.parse(event.data) as WireMessage)
  })

  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: object): void {
        Object.defineProperty(window, name, { value: Object.freeze({ ...api }) })
      },
    },
    ipcRenderer: {
      send: (channel: string, message: unknown = null) =>
        send({ kind: 'ipc', channel, message, ports: [] }),
      on: (channel: string, listener: Listener) => listeners.set(channel, listener),
    },
  }

  preload((module) => {
    if (module !== 'electron') throw new Error(`a sandboxed preload script cannot load ${module}`)
    return electron
  })
}

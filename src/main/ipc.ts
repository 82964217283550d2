// The only place that listens to pages: one message, answered with a port that carries the application's API.
import { portChannel } from '#contract/desktop-bridge.ts'
import { RPCHandler } from '@orpc/server/message-port'
import { ipcMain, MessageChannelMain, type MessagePortMain } from 'electron'
import type { Application } from '#node/application/create-application.ts'
import { isOurFrame, type AppOrigin } from './app-protocol.ts'

export function exposeApi(router: Application['router'], origin: AppOrigin): void {
  const handler = new RPCHandler(router)
  // Subtle: a port that is garbage-collected is a port that is closed.
  const openPorts = new Set<MessagePortMain>()

  ipcMain.on(portChannel, ({ senderFrame }) => {
    if (!isOurFrame(origin, senderFrame)) return
    const { port1, port2 } = new MessageChannelMain()
    openPorts.add(port1)
    port1.once('close', () => openPorts.delete(port1))
    handler.upgrade(port1)
    port1.start()
    senderFrame.postMessage(portChannel, null, [port2])
  })
}

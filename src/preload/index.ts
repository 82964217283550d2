// Runs sandboxed before the page: requests a message port from the main process and passes it on, nothing else.
import { portChannel, type DesktopBridge } from '#contract/desktop-bridge.ts'
import { contextBridge, ipcRenderer } from 'electron'

const bridge: DesktopBridge = {
  transport: 'desktop',
  requestPort: () => ipcRenderer.send(portChannel),
}

contextBridge.exposeInMainWorld('kneepointDesktop', bridge)

// Ports cannot pass through contextBridge, so window.postMessage transfers them.
ipcRenderer.on(portChannel, (event) => {
  window.postMessage(portChannel, window.location.origin, [...event.ports])
})

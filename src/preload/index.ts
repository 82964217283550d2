// Runs sandboxed before the page: asks the main process for a message port and passes it on, nothing else.
import { portChannel, type DesktopBridge } from '#contract/desktop-bridge.ts'
import { contextBridge, ipcRenderer } from 'electron'

const bridge: DesktopBridge = {
  transport: 'desktop',
  requestPort: () => ipcRenderer.send(portChannel),
}

contextBridge.exposeInMainWorld('kneepointDesktop', bridge)

// Ports do not survive contextBridge; window.postMessage is the way that transfers them.
ipcRenderer.on(portChannel, (event) => {
  window.postMessage(portChannel, window.location.origin, [...event.ports])
})

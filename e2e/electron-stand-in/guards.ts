// What a hardened program refuses. Every window is tried before it is shown, so a guard that went missing fails
// every story.
import { EventEmitter } from 'node:events'

type OpenHandler = (details: { readonly url: string }) => { readonly action: string }
type RequestHandler = (contents: null, permission: string, grant: (yes: boolean) => void) => void
type CheckHandler = (contents: null, permission: string) => boolean

const elsewhere = 'https://example.org/'
const navigations = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']

export class WebContents extends EventEmitter {
  openHandler: OpenHandler = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
}

/** As in Electron, everything is granted until a handler says otherwise. */
class Session {
  #request: RequestHandler = (_contents, _permission, grant) => grant(true)
  #check: CheckHandler = () => true

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler
  }

  setDevicePermissionHandler(): void {}

  grants(permission: string): boolean {
    let granted = this.#check(null, permission)
    this.#request(null, permission, (yes) => (granted ||= yes))
    return granted
  }
}

export const session = { defaultSession: new Session() }

export function refuseUnguarded(contents: WebContents): void {
  if (contents.openHandler({ url: elsewhere }).action !== 'deny') {
    throw new Error('this window could open others')
  }
  for (const event of navigations) {
    if (!prevents(contents, event)) throw new Error(`this window does not prevent ${event}`)
  }
  if (session.defaultSession.grants('media') || session.defaultSession.grants('clipboard-read')) {
    throw new Error('pages could be granted more than they need')
  }
}

function prevents(contents: WebContents, event: string): boolean {
  let prevented = false
  contents.emit(event, { url: elsewhere, preventDefault: () => (prevented = true) })
  return prevented
}

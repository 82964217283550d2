// Everything that pages are not allowed to do. Applies to every page, even ones that the program never opens itself.
import type { App, Event, Session, WebContents } from 'electron'
import { isFrom, type AppOrigin } from './app-protocol.ts'

/** Must be called before Electron is ready. */
export function hardenPages(app: App, origin: AppOrigin, openLink: (url: string) => void): void {
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => {
    confineNavigation(contents, origin)
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url)
      return { action: 'deny' }
    })
  })
}

/** Reloading is navigation to our own origin, so only that is allowed. */
function confineNavigation(contents: WebContents, origin: AppOrigin): void {
  const stayHere = (event: Event<{ url: string }>): void => {
    if (!isFrom(origin, event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stayHere)
  contents.on('will-frame-navigate', stayHere)
  contents.on('will-redirect', stayHere)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Electron grants everything that is not denied. The window only needs to copy, and to notify when a sweep has ended. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, grant) => {
    grant(isPermitted(permission))
  })
  session.setPermissionCheckHandler((_contents, permission) => isPermitted(permission))
  session.setDevicePermissionHandler(() => false)
}

const permitted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

function isPermitted(permission: string): boolean {
  return permitted.has(permission)
}

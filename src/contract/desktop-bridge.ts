// API that the preload script adds to the page on the desktop; absent in a browser.

/** Name of the message that transfers a port, on both parts of its route. */
export const portChannel = 'kneepoint:port'

export type DesktopBridge = {
  readonly transport: 'desktop'
  /** A MessagePort follows as a window message whose data is `portChannel`. */
  requestPort(): void
}

declare global {
  interface Window {
    readonly kneepointDesktop?: DesktopBridge
  }
}

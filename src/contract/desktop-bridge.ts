// What the preload script adds to the page on the desktop; absent in a browser.

/** Names the one message that hands a port over, on both legs of its way. */
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

// What the window finds around itself besides the DOM: Vite's modules and, on the desktop, the preload bridge.
/// <reference types="vite/client" />

interface KneepointDesktop {
  /** Asks for a message port; it arrives as a `message` event on the window. */
  requestPort(): void
}

interface Window {
  /** Present in the desktop window only. */
  readonly kneepointDesktop?: KneepointDesktop
}

/** For tools that read our TypeScript without Vue's compiler, such as ESLint; vue-tsc sees the real types. */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

// Declarations of the bundler: Vite's modules and single-file components.
/// <reference types="vite/client" />

/** For tools that read our TypeScript without Vue's compiler, such as ESLint; vue-tsc sees the real types. */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

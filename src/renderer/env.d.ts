// Declarations of the bundler: Vite's modules and single-file components.
/// <reference types="vite/client" />

/** For tools that read our TypeScript without Vue's compiler, such as ESLint; vue-tsc sees the real types. */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

/** Made by scripts/docs-pages.ts from the sidebar of the documentation's site and its pages. */
declare module 'virtual:docs-contents' {
  import type { Language } from '#core/messages/languages.ts'
  import type { DocsChapter } from '#renderer/components/docs/docs-contents.ts'
  const contents: Readonly<Record<Language, readonly DocsChapter[]>>
  export default contents
}

/** Made by scripts/docs-pages.ts from the pages of the documentation. */
declare module 'virtual:docs-sections' {
  import type { DocsSections } from '#renderer/components/docs/docs-contents.ts'
  const sections: DocsSections
  export default sections
}

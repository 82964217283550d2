// Modules that scripts/docs-pages.ts generates from the pages of the documentation.

declare module 'virtual:docs-contents' {
  import type { Language } from '#core/messages/languages.ts'
  import type { DocsChapter } from '#features/documentation/renderer/docs-contents.ts'
  const contents: Readonly<Record<Language, readonly DocsChapter[]>>
  export default contents
}

declare module 'virtual:docs-sections' {
  import type { DocsSections } from '#features/documentation/renderer/docs-contents.ts'
  const sections: DocsSections
  export default sections
}

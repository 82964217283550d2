// Registers the pages of the documentation and of the glossary, and their entries in the palette.
import { BookOpen } from '@lucide/vue'
import { shallowRef, watch } from 'vue'
import type { OpenPaletteSource, PalettePlace } from '#renderer/components/shell/palette-entries.ts'
import { currentLanguage, textsIn } from '#renderer/i18n/i18n.ts'
import type { Views } from '#renderer/views/view.ts'
import { docsContents, docsPath, type DocsChapter } from './docs-contents.ts'

export const documentationViews: Views = {
  Glossary: {
    listedAfter: 'Compare',
    navigation: '/docs',
    routes: [{ path: '/glossary', name: 'glossary' }],
    commands: [{ path: '/glossary', text: 'glossary.title', besideKeys: true }],
  },
  Docs: {
    listedAfter: 'Calibrate',
    navigation: { path: '/docs', text: 'docs.title', icon: BookOpen, key: 'd', isLast: true },
    routes: [{ path: '/docs/:page(.*)?', name: 'docs', props: true }],
  },
}

/** Headings of the documentation are loaded when the palette first opens. */
export const documentationPlaces: OpenPaletteSource = (open) => {
  const chapters = shallowRef<readonly DocsChapter[]>([])
  watch([open, currentLanguage], async ([isOpen, language]) => {
    // If they fail to load, the palette finds everything else, and retries when it is opened again.
    if (isOpen) chapters.value = await docsContents(language).catch(() => [])
  })
  return () => [...termPlaces(), ...chapters.value.flatMap(docsPlaces)]
}

function termPlaces(): PalettePlace[] {
  return Object.entries(textsIn(currentLanguage()).glossary).map(([id, { name, meaning }]) => ({
    ...{ id: `term ${id}`, group: 'glossary.terms', name, detail: meaning },
    path: `/glossary?find=${encodeURIComponent(name)}`,
  }))
}

/** Each page, and each of its headings by name. */
function docsPlaces({ name: chapter, pages }: DocsChapter): PalettePlace[] {
  return pages.flatMap((page) => [
    {
      ...{ id: `docs ${page.path}`, group: 'docs.title' as const, name: page.name },
      ...{ detail: chapter, path: docsPath(page) },
    },
    ...page.headings.map((heading) => ({
      ...{
        id: `docs ${page.path} ${heading.id}`,
        group: 'docs.title' as const,
        name: heading.name,
      },
      detail: page.name,
      path: docsPath(page, heading),
    })),
  ])
}

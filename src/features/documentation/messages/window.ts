// Texts of the documentation in the window; window-zh.ts has the Chinese ones.

export const docs = {
  title: 'Documentation',
  contents: 'Pages',
  find: 'Search',
  found: 'Sections found',
  nothing: 'No section contains these words.',
  gone: 'There is no such page.',
} as const

export const glossary = {
  title: 'Glossary',
  terms: 'Glossary',
  find: 'Find a term',
  none: 'No term matches.',
} as const

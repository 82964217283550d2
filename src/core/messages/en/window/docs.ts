// The pages of the documentation.
export const docs = {
  title: 'Documentation',
  contents: 'Pages',
  find: 'Search',
  found: 'Sections found',
  nothing: 'No section contains these words.',
  gone: 'There is no such page.',
} as const

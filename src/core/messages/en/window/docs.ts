// The pages of the documentation.
export const docs = {
  title: 'Documentation',
  contents: 'Pages',
  gone: 'There is no such page.',
} as const

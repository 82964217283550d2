// The list of terms.
export const glossary = {
  title: 'Glossary',
  find: 'Find a term',
  none: 'No term matches.',
} as const

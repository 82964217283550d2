// Ids of headings of the documentation, apart from the other ids of the window.
export function sectionId(heading: string): string {
  return `section-${heading}`
}

// Files the window hands to the reader.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

export type SavedFile = { readonly name: string; readonly bytes: Buffer }

/** Through a menu of the page: `menu` is its button. */
export async function saveThrough(
  window: Page,
  menu: string | RegExp,
  item: string,
): Promise<SavedFile> {
  await window.getByRole('button', { name: menu, exact: true }).click()
  const downloading = window.waitForEvent('download')
  await window.getByRole('menuitem', { name: item, exact: true }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

export function parseJson({ bytes }: SavedFile): unknown {
  return JSON.parse(bytes.toString('utf8'))
}

/** Rows as records by their column's name; enough for tables whose cells hold no line breaks. */
export function parseCsv({ bytes }: SavedFile): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...rows] = bytes.toString('utf8').trimEnd().split(/\r?\n/).map(cellsOf)
  return rows.map((row) =>
    Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])),
  )
}

/** A cell is quoted, its own quotes doubled, or holds no comma. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

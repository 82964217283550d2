// Licences of everything that is shipped and is not ours, as one text that every package contains.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { inRepository } from '../repository.ts'
import {
  packagesBesideBundles,
  packagesInBundles,
  type ShippedPackage,
} from './bundled-packages.ts'
import { licenceTemplate } from './licence-templates.ts'

export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

/** Electron's packages contain its own licences; these are in every package. */
export function writeNotices(): void {
  const packages = [...packagesInBundles(), ...packagesBesideBundles()]
  const byFolder = new Map(packages.map((each) => [each.folder, each]))
  writeFileSync(inRepository('out', noticesFile), noticesText([...byFolder.values()]))
}

/** Throws if a package has neither a licence nor a known name of one. */
export function noticesText(packages: readonly ShippedPackage[]): string {
  const names = new Map<string, string[]>()
  for (const each of packages) {
    const text = licenceText(each)
    names.set(text, [...(names.get(text) ?? []), titleOf(each)])
  }
  const sections = [...names].map(([text, titles]) => {
    const list = [...new Set(titles)].toSorted()
    return { first: list[0] ?? '', text: `${list.join('\n')}\n\n${text}` }
  })
  const sorted = sections.toSorted((a, b) => a.first.localeCompare(b.first, 'en'))
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `${[introduction, ...sorted.map(({ text }) => text)].join(rule)}\n`
}

const introduction =
  'Kneepoint contains software and fonts of others, under the following licences. Kneepoint itself is licensed under the\n' +
  'Apache License, Version 2.0; see LICENSE.'

function titleOf({ name, version, folder }: ShippedPackage): string {
  return `${name} ${version} (${licenceName(folder)})`
}

const authorSchema = z.union([z.string(), z.object({ name: z.string() })])

const manifestSchema = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
  author: z.union([authorSchema, z.array(authorSchema)]).optional(),
})

function manifestIn(folder: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(
    JSON.parse(readFileSync(inRepository(folder, 'package.json'), 'utf8')),
  )
}

export function licenceName(folder: string): string {
  const { license, licenses = [] } = manifestIn(folder)
  if (typeof license === 'string') return license
  return license?.type ?? licenses.map(({ type }) => type).join(' OR ')
}

const licenceFile = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i

/** The files of the package, else the text that its manifest names. */
function licenceText({ folder, name }: ShippedPackage): string {
  const files = readdirSync(inRepository(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(inRepository(folder, entry.name), 'utf8').replaceAll('\r', ''))
  if (files.length > 0) return files.map((text) => text.trim()).join('\n\n')
  const authors = [manifestIn(folder).author ?? []].flat().map(holderOf)
  const holder = authors.length === 0 ? `the authors of ${name}` : authors.join(', ')
  return licenceTemplate(licenceName(folder), holder)
}

/** Without address. */
function holderOf(author: z.infer<typeof authorSchema>): string {
  return typeof author === 'string' ? author.replace(/\s*[<(].*/, '') : author.name
}

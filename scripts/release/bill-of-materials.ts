// What is shipped and where it comes from, in CycloneDX's form. Bundled packages are development dependencies here, so
// all are listed.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { inRepository } from '../repository.ts'
import { readManifest } from './package-folder.ts'
import { runProgram } from './run-program.ts'

const componentSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  licenses: z.array(z.unknown()).default([]),
})

const billSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(componentSchema),
})

/** Resolves to the path of the file. */
export async function makeBillOfMaterials(folder: string): Promise<string> {
  const { name, version } = await readManifest()
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const bill = billSchema.parse(JSON.parse(await runProgram('npm', args, inRepository())))
  // npm writes the name of the folder.
  bill.metadata.component.name = name
  bill.components = await Promise.all(bill.components.map(withLicenses))
  const file = path.join(folder, `${name}-${version}.cdx.json`)
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
  return file
}

type Component = z.infer<typeof componentSchema>

const installedSchema = z.object({
  version: z.string(),
  licenses: z.array(z.object({ type: z.string() })).default([]),
})

/** npm reads only `license`; older packages have a list, `licenses`. */
async function withLicenses(component: Component): Promise<Component> {
  if (component.licenses.length > 0) return component
  const manifest = inRepository(`node_modules/${component.name}/package.json`)
  const { version, licenses } = installedSchema.parse(JSON.parse(await readFile(manifest, 'utf8')))
  if (version !== component.version) return component
  return { ...component, licenses: licenses.map(({ type }) => ({ license: { id: type } })) }
}

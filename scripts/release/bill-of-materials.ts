// What is shipped and where it comes from, in CycloneDX's form. Bundled packages are development dependencies here, so
// all are listed.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inRepository } from '../repository.ts'
import { readManifest } from './package-folder.ts'
import { runProgram } from './run-program.ts'

/** Resolves to the path of the file. */
export async function makeBillOfMaterials(folder: string): Promise<string> {
  const { name, version } = await readManifest()
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const file = path.join(folder, `${name}-${version}.cdx.json`)
  await writeFile(file, await runProgram('npm', args, inRepository()))
  return file
}

// The npm package: `npx kneepoint`, `npm install --global kneepoint`.
import path from 'node:path'
import { readManifest, writePackageFolder } from './package-folder.ts'
import { runProgram } from './run-program.ts'

/** Resolves to the path of the archive. */
export async function makeNpmPackage(folder: string): Promise<string> {
  const manifest = await readManifest()
  const contents = path.join(folder, 'npm')
  await writePackageFolder(contents, manifest)
  await runProgram('npm', ['pack', '--silent', '--pack-destination', folder], contents)
  return path.join(folder, `${manifest.name}-${manifest.version}.tgz`)
}

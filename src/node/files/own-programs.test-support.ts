// Programs and threads for tests. `npm test` builds them first and starts the builds, as users do, which takes a quarter of the
// time. A single test run starts them from source.
import { pathToFileURL } from 'node:url'
import { ownFile } from './own-file.ts'

type ProcessName =
  'simulator' | 'load-generator' | 'load-thread' | 'run-keeper' | 'truthful-server' | 'job'

const isBuilt = process.env['KNEEPOINT_TESTED'] === 'built'

/** Path of the command line. */
export const commandLine = ownFile(isBuilt ? 'out/cli/main.cjs' : 'src/cli/main.ts')

/** Entry module of a process or thread. */
export function processEntry(name: ProcessName): URL {
  return pathToFileURL(ownFile(isBuilt ? `out/utility/${name}.js` : `src/utility/${name}.ts`))
}

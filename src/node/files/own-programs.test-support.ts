// For tests: the programs and threads that they start. `npm test` builds them first, and starts what it built, as users do:
// that takes a quarter of the time. A test run alone starts them from source.
import { pathToFileURL } from 'node:url'
import { ownFile } from './own-file.ts'

type ProcessName =
  'simulator' | 'load-generator' | 'load-thread' | 'run-keeper' | 'truthful-server' | 'job'

const isBuilt = process.env['KNEEPOINT_TESTED'] === 'built'

/** Path of the command line. */
export const commandLine = ownFile(isBuilt ? 'out/cli/main.cjs' : 'src/cli/main.ts')

/** What a process or thread begins with. */
export function processEntry(name: ProcessName): URL {
  return pathToFileURL(ownFile(isBuilt ? `out/utility/${name}.js` : `src/utility/${name}.ts`))
}

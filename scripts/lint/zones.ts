// The zones of src/node: which folder may import which, and the rule that refuses the rest.
import type { Rule } from 'eslint'
import { inRepository } from '../repository.ts'
import { folderOf, importRule, targetOf } from './import-rule.ts'

type Zone = Readonly<{
  /** The zones that its files import. */
  imports: readonly string[]
  /** Purpose of a file that may not import this zone. */
  door: string
}>

const simulatorDoor = 'Start a simulated server through a process (src/utility/simulator.ts).'

/** By folder of src/node; the longest match holds. Ordered from the bottom up: a zone imports only zones listed before it, those of the simulator aside. */
export const zones: Readonly<Record<string, Zone>> = {
  crash: { imports: [], door: 'Take the secrets to hide as a parameter.' },
  files: { imports: [], door: 'Take the path or its content as a parameter.' },
  load: {
    imports: ['crash'],
    door: 'Take a LoadRunner as a parameter, or move what both need to src/core.',
  },
  http: {
    imports: ['crash', 'files', 'load'],
    door: 'Take an HttpClient or its answers as a parameter.',
  },
  storage: {
    imports: ['files'],
    door: 'Take the values as parameters, and let src/node/runs or src/node/application save them.',
  },
  remote: {
    imports: ['crash', 'files', 'load', 'http'],
    door: 'Take a Host, or a function that opens a stream, as a parameter.',
  },
  tokenizer: { imports: ['files', 'http', 'remote'], door: 'Take a Tokenizer as a parameter.' },
  datasets: {
    imports: ['files', 'http'],
    door: 'Take the sampled prompts as a parameter.',
  },
  telemetry: {
    imports: ['load', 'http', 'remote'],
    door: 'Take a function that starts the samplers as a parameter.',
  },
  experiment: {
    imports: ['crash', 'files', 'load', 'http', 'tokenizer', 'datasets'],
    door: 'Take the results as a parameter, or start the run through src/node/runs.',
  },
  calibration: { imports: ['load'], door: 'Take the result of the calibration as a parameter.' },
  simulator: {
    imports: ['simulator/presets', 'simulator/engine', 'simulator/api'],
    door: simulatorDoor,
  },
  'simulator/presets': { imports: ['simulator/engine'], door: simulatorDoor },
  'simulator/engine': {
    imports: ['simulator/presets'],
    door: simulatorDoor,
  },
  'simulator/api': {
    imports: ['simulator', 'simulator/engine'],
    door: 'The engine knows no HTTP: it returns values, and the API writes them.',
  },
  runs: {
    imports: ['crash', 'files', 'load', 'http', 'storage', 'remote', 'telemetry', 'experiment'],
    door: 'Take the run, its records or its telemetry as a parameter.',
  },
  'result-files': {
    imports: ['files', 'storage'],
    door: 'Import a file in a job (src/node/jobs).',
  },
  report: {
    imports: ['files', 'storage', 'runs', 'result-files'],
    door: 'Write a report in a job (src/node/jobs).',
  },
  jobs: {
    imports: ['files', 'storage', 'load', 'experiment', 'runs', 'result-files', 'report'],
    door: 'Only src/node/application starts jobs. Call what the job calls.',
  },
  application: {
    imports: [
      'crash',
      'load',
      'http',
      'storage',
      'remote',
      'tokenizer',
      'telemetry',
      'experiment',
      'calibration',
      'simulator/presets',
      'runs',
      'result-files',
      'jobs',
    ],
    door: 'Move what both need to src/node/runs, or take it as a parameter.',
  },
}

const node = inRepository('src/node')

/** The zone of a file; null outside src/node. */
function zoneOf(file: string): string | null {
  const [first, second] = folderOf(file, node)
  return [`${first}/${second}`, first].find((name) => name in zones) ?? null
}

/** Why the import is refused; null where it is allowed. */
function refusal(specifier: string, importer: string): string | null {
  const target = targetOf(specifier, importer)
  const from = zoneOf(importer)
  const to = target === null ? null : zoneOf(target)
  if (from === null || to === null || from === to) return null
  const zone = zones[from]
  if (zone === undefined || zone.imports.includes(to)) return null
  const allowed = zone.imports.length === 0 ? 'no other zone' : zone.imports.join(', ')
  return `src/node/${from} does not import src/node/${to}; it imports ${allowed}. ${zones[to]?.door}`
}

export const zoneRule: Rule.RuleModule = importRule(refusal)

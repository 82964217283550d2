// The floors of src/core: a folder imports the folders listed before it, and nothing else of core. So no folder imports
// itself by way of others, and the lower floors can be read without the upper ones.
import type { Rule } from 'eslint'
import { inRepository } from '../repository.ts'
import { folderOf, importRule, targetOf } from './import-rule.ts'

/** From the bottom up, as are the folders of each floor. */
export const floors: Readonly<Record<string, readonly string[]>> = {
  /** Numbers, texts, random numbers: nothing of benchmarks. */
  base: ['base', 'messages', 'random'],
  /** Nouns: request, benchmark, run, server, sweep, and their settings. */
  model: ['records', 'metrics', 'backends', 'compat', 'traits', 'flags', 'model'],
  /** Requests, responses and figures. */
  measurement: ['redaction', 'workload', 'protocol', 'stats', 'command-line', 'vllm'],
  /** Judgement of figures. */
  judgement: ['judgement', 'compare', 'telemetry', 'host', 'result-file'],
  /** Choice of the next measurement, and its answer. */
  search: ['sweep'],
  /** How it is shown. */
  documents: ['plots', 'documents', 'answers', 'report', 'report-file'],
}

const core = inRepository('src/core')

const folders = Object.entries(floors).flatMap(([floor, names]) =>
  names.map((name) => ({ floor, name })),
)

function refusal(specifier: string, importer: string): string | null {
  const target = targetOf(specifier, importer)
  if (target === null) return null
  const [from, to] = [placeOf(importer), placeOf(target)]
  const [lower, upper] = [folders[from], folders[to]]
  if (lower === undefined || upper === undefined || to <= from) return null
  return (
    `src/core/${lower.name} (floor ${lower.floor}) does not import src/core/${upper.name} (floor ${upper.floor}) above it. ` +
    'Move what both need to the lower folder, or take it as a parameter.'
  )
}

/** Position from the bottom; -1 outside the folders of src/core. */
function placeOf(file: string): number {
  const [folder] = folderOf(file, core)
  return folders.findIndex(({ name }) => name === folder)
}

export const floorRule: Rule.RuleModule = importRule(refusal)

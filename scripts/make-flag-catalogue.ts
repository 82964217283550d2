// Makes resources/vllm-serve-flags.json, the flags of `vllm serve` known without asking an installation:
//   node scripts/make-flag-catalogue.ts FLAGS.json FLAGS-BY-VERSION.json
// FLAGS.json lists what argparse says about each flag, FLAGS-BY-VERSION.json the names each sampled version takes.
// Facts only: no help text goes in; that of an installation is read from the installation.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { flagCatalogueSchema, type ServeFlag } from '#core/vllm/flag-index.ts'

const dumpedFlagSchema = z.object({
  flag: z.string(),
  group: z.string(),
  type: z.enum(['bool', 'int', 'float', 'enum', 'string', 'json', 'list']),
  default: z.json(),
  common: z.boolean(),
  choices: z.array(z.string()).optional(),
  openChoices: z.boolean().optional(),
  short: z.string().optional(),
  negation: z.string().nullish(),
  humanInt: z.boolean().optional(),
  unit: z.string().optional(),
  range: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
  separator: z.string().optional(),
  preferEnv: z.string().optional(),
  since: z.string().optional(),
})
type DumpedFlag = z.infer<typeof dumpedFlagSchema>

const kinds = {
  bool: 'switch',
  int: 'integer',
  float: 'number',
  enum: 'choice',
  string: 'text',
  json: 'json',
  list: 'list',
} as const

/** Given once per item, not once with all of them. */
const repeated = ['--middleware']

/** Removed before its type was recorded. */
const unknownType = { group: 'Removed', type: 'string', default: null, common: false } as const

const [flagsPath = '', versionsPath = ''] = process.argv.slice(2)
const dumped = z.array(dumpedFlagSchema).parse(jsonIn(flagsPath))
const named = z.record(z.string(), z.array(z.string())).parse(jsonIn(versionsPath))
const samples = Object.entries(named).map(([label, names]) => ({
  version: label.replace(/^.*~/, ''),
  names: new Set(names),
}))
const [oldest] = samples
const newest = samples.at(-1)

const known = new Set(dumped.map(({ flag }) => flag))
const forgotten = [...new Set(Object.values(named).flat())].filter((flag) => !known.has(flag))
const all: DumpedFlag[] = [...dumped, ...forgotten.map((flag) => ({ ...unknownType, flag }))]

const catalogue = flagCatalogueSchema.parse({
  versions: samples.map(({ version }) => version),
  flags: all.filter(({ flag }) => flag.startsWith('--') && flag !== '--model').map(toFlag),
})
writeFileSync('resources/vllm-serve-flags.json', `${JSON.stringify(catalogue, null, 1)}\n`)

function toFlag(entry: DumpedFlag): ServeFlag {
  const holding = samples.filter(({ names }) => names.has(entry.flag))
  const since = entry.since?.replace(/^\D+/, '') ?? holding[0]?.version
  const last = holding.at(-1)
  return {
    name: entry.flag.slice(2),
    group: entry.group,
    kind: entry.type === 'enum' && entry.choices === undefined ? 'text' : kinds[entry.type],
    default: entry.default,
    ...(entry.common && { isCommon: true }),
    ...(entry.choices && { choices: entry.choices }),
    ...(entry.openChoices && { takesOtherChoices: true }),
    ...(entry.short && { short: entry.short }),
    ...(entry.negation && { isNegatable: true }),
    ...(entry.humanInt && { takesHumanNumbers: true }),
    ...(entry.unit && { unit: entry.unit }),
    ...(entry.range && { range: entry.range }),
    ...(entry.separator && { separator: entry.separator }),
    ...(repeated.includes(entry.flag) && { isRepeated: true }),
    ...(entry.preferEnv && { secretVariable: entry.preferEnv }),
    ...(since !== undefined && since !== oldest?.version && { since }),
    ...(last && last !== newest && { until: last.version }),
  }
}

function jsonIn(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

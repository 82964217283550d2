// One table of what our client costs and how true it is, beside the limit client and, where it is installed, vLLM's client
// in Rust (KNEEPOINT_VLLM_RS, or beside KNEEPOINT_VLLM), in the same run.
//   npm run bench                     all parts
//   npm run bench -- tiny schedule    some of them
//   npm run bench -- --json tiny      as JSON, for write-page.ts; --repeats N takes medians of N runs (3)
import { cpus, release, type } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf } from '#core/model/app-error.ts'
import { parts } from './parts/parts.ts'
import { circumstancesText, type Circumstances, type MeasuredRows } from './report/circumstances.ts'
import type { Row } from './report/row.ts'
import { headLine, rowLine } from './report/text-table.ts'
import { buildNativeRig } from './rig/native.ts'
import { nodeRig } from './rig/node-rig.ts'
import { pins } from './rig/processors.ts'
import { findVllmRs } from './rig/vllm-rs.ts'

const { values, positionals } = parsed()
const names = positionals.length === 0 ? [...parts.keys()] : positionals
const repeats = Number(values.repeats)

if (values.help) {
  console.log(
    `npm run bench -- [--json] [--repeats N] [PART…]\nParts: ${[...parts.keys()].join(', ')}.`,
  )
  process.exit()
}
const strange = names.find((name) => !parts.has(name))
if (strange !== undefined) fail(`There is no part "${strange}": ${[...parts.keys()].join(', ')}.`)
if (!(repeats >= 1)) fail(`--repeats must be at least 1, not "${values.repeats}".`)
const rig = (await buildNativeRig()) ?? nodeRig
const peer = findVllmRs()

const circumstances: Circumstances = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  processors: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
  system: `${type()} ${release()}`,
  pinned: pins && rig !== nodeRig,
  rig: rig.words,
  peer: peer?.version ?? null,
  repeats,
}
if (values.json) await printJson()
else await printTable()

function parsed() {
  const flag = { type: 'boolean', default: false } as const
  const options = { json: flag, help: flag, repeats: { type: 'string', default: '3' } } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    return fail(messageOf(error))
  }
}

async function* rows(): AsyncGenerator<Row, void> {
  for (const name of names) yield* parts.get(name)?.({ rig, repeats, peer }) ?? []
}

async function printJson(): Promise<void> {
  const measured: Row[] = []
  for await (const row of rows()) measured.push(row)
  console.log(JSON.stringify({ circumstances, rows: measured } satisfies MeasuredRows, null, 2))
}

async function printTable(): Promise<void> {
  console.log(`${circumstancesText(circumstances)}\n\n${headLine}`)
  for await (const row of rows()) console.log(rowLine(row))
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

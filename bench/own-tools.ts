// Measures a running server with our client and with the load tools of servers' own projects, in turns, and prints what each
// reports. docs/tried-with-vllm.md has the figures, and how the servers were started.
//   node bench/own-tools.ts SERVER URL [MODEL] [rounds]
// The variables of a missing tool are printed. KNEEPOINT_SGLANG_PYTHON runs all scripts in Python; KNEEPOINT_TOKENIZER is a
// folder, or the name of a model in the cache of the Hub where AIPerf is to read it without a network.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { figureNames, type Figures } from './own-tools/figures.ts'
import { kneepoint } from './own-tools/kneepoint.ts'
import { comparisons, type Comparison } from './own-tools/servers.ts'
import type { Tool } from './own-tools/tool.ts'

const [server = '', baseUrl = '', model = 'm', roundsText = '3'] = process.argv.slice(2)
const asked = comparisons[server]
if (asked === undefined || baseUrl === '') {
  throw new Error(`Name one of ${Object.keys(comparisons).join(', ')}, and its address.`)
}
for (const comparison of asked) await compare(comparison)

async function compare(comparison: Comparison): Promise<void> {
  console.log(`${server}. ${comparison.title}`)
  for (const tool of comparison.tools) {
    const reason = tool.missing()
    if (reason !== null) console.log(`${tool.name}: skipped, ${reason}.`)
  }
  const tools = [kneepoint, ...comparison.tools.filter((tool) => tool.missing() === null)]
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-tools-'))
  const results = new Map<Tool, Figures[]>(tools.map((tool) => [tool, []]))
  try {
    for (let round = 1; round <= Number(roundsText); round++) {
      for (const tool of tools) {
        const figures = await figuresOf(tool, comparison, { round, folder })
        if (figures !== null) results.get(tool)?.push(figures)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${table(results)}\n\nLoad average ${loadavg()[0]?.toFixed(1) ?? ''}.\n`)
}

/** Null where the tool failed, which is printed. */
async function figuresOf(
  tool: Tool,
  { api, load, ourArguments, onePrompt }: Comparison,
  place: Readonly<{ round: number; folder: string }>,
): Promise<Figures | null> {
  const prompts = promptsFor(load.requests, onePrompt)
  const shareGptFile = join(place.folder, 'sharegpt.json')
  writeFileSync(shareGptFile, JSON.stringify(prompts.map(conversation)))
  const tokenizer = process.env['KNEEPOINT_TOKENIZER'] ?? ''
  const { folder, round } = place
  const workload = { baseUrl, model, api, ...load, prompts, shareGptFile, ourArguments }
  try {
    return await tool.run({ ...workload, tokenizer, folder, round })
  } catch (error) {
    console.log(`${tool.name}, round ${round}: ${error instanceof Error ? error.message : ''}`)
    return null
  }
}

/** Two lines of the sonnets each, other ones every time. */
function promptsFor(requests: number, onePrompt: Comparison['onePrompt']): readonly string[] {
  const file = fileURLToPath(new URL('../resources/sonnets.txt', import.meta.url))
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const pair = (index: number) =>
    `${lines[(7 * index) % lines.length] ?? ''} ${lines[(7 * index + 3) % lines.length] ?? ''}`
  return Array.from({ length: requests }, (_, index) => {
    if (onePrompt === undefined) return pair(index)
    return onePrompt === 'same' ? pair(0) : `[${index}] ${pair(0)}`
  })
}

function conversation(prompt: string, index: number) {
  const turns = [
    { from: 'human', value: prompt },
    { from: 'gpt', value: prompt },
  ]
  return { id: String(index), conversations: turns }
}

/** Medians with the least and the greatest of the rounds. */
function table(results: ReadonlyMap<Tool, readonly Figures[]>): string {
  const tools = [...results.keys()]
  const rows = figureNames.map((name) => [
    name,
    ...tools.map((tool) =>
      spread((results.get(tool) ?? []).flatMap((figures) => figures[name] ?? [])),
    ),
  ])
  const head = ['', ...tools.map(({ name }) => name)]
  const ruler = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [head, ruler, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [least, median, most] = [
    sorted[0],
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted.at(-1),
  ]
  if (least === undefined || median === undefined || most === undefined) return '–'
  return `${rounded(median)} (${rounded(least)}…${rounded(most)})`
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

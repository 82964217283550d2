// Detection rate of `kneepoint gate` for a simulated server that is slightly slower, on the real stack: two servers and the gate
// are processes that communicate over HTTP. docs/ci.md has the figures. Takes about three minutes per gate on an idle machine.
// node src/features/gate/bench/gate-slow-truth.ts [gates] [percent slower]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const [, , gatesText = '20', percentText = '5'] = process.argv
const program = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-gate-slow-'))

const file = {
  name: 'Slower',
  benchmark: {
    'dataset-name': 'random',
    'prompt-token-ids': true,
    'random-input-len': 64,
    'random-output-len': 16,
    // Both servers generate the same amount; without this, each would end its responses by its own seed.
    'ignore-eos': true,
    'num-prompts': 128,
    'max-concurrency': 4,
  },
  figures: { 'output-throughput': '2 %' },
  repeats: 10,
  'start-spread': 0,
}

/** Servers that are ready, with their addresses. */
async function serverWith(
  seed: number,
  percent: string,
): Promise<Readonly<{ child: ChildProcess; url: string }>> {
  const flags = [
    '--preset',
    'l4-qwen-3b',
    '--port',
    '0',
    '--startup-s',
    '0',
    '--seed',
    String(seed),
  ]
  const child = spawn(process.execPath, [program, 'simulate', ...flags, '--slow-down', percent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    // Read to the end, because a server ends if its log is not read.
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /is ready at (http:\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error(`The simulator ended: ${said}`)))
  })
  return { child, url }
}

async function gateOf(candidate: string, baseline: string): Promise<[number | null, string]> {
  const args = ['gate', 'gate.json', '--base-url', candidate, '--baseline-url', baseline]
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, KNEEPOINT_DATA: folder, GITHUB_STEP_SUMMARY: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  return [child.exitCode, output.trim().split('\n').slice(-4).join('\n  ')]
}

writeFileSync(path.join(folder, 'gate.json'), JSON.stringify(file))
const ends = new Map<number | null, number>()
const startedMs = performance.now()
for (let gate = 0; gate < Number(gatesText); gate++) {
  const baseline = await serverWith(2 * gate, '0')
  const candidate = await serverWith(2 * gate + 1, percentText)
  try {
    const [code, last] = await gateOf(candidate.url, baseline.url)
    ends.set(code, (ends.get(code) ?? 0) + 1)
    console.log(`gate ${gate + 1}: exit ${code}, ${last}`)
  } finally {
    for (const { child } of [baseline, candidate]) child.kill()
  }
}
rmSync(folder, { recursive: true, force: true })
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
const counts = [...ends].map(([code, count]) => `exit ${code}: ${count}`).join(', ')
console.log(`${percentText} % slower, ${gatesText} gates in ${minutes} min: ${counts}`)

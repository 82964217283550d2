// Our load generator in Electron's utility process beside the same on Node, in turns, against the truthful server:
//   npm run build && node bench/desktop-generator.ts [rounds]
// Prints medians as a table. docs/performance.md holds one.
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { fork } from 'node:child_process'
import type { ClientFigures } from './rig/client-figures.ts'
import { runApplicationClient, type Spawned } from './desktop/application-client.ts'
import { startInElectron, windowStates } from './desktop/start-in-electron.ts'
import { p99ItlErrorMs, meanTtftErrorMs } from './parts/error.ts'
import { cpuSPerMillion, eventsPerS, flatOutLoad } from './parts/flat-out.ts'
import type { Account, Case } from './parts/part.ts'
import { median } from './rig/figures.ts'
import { together, type Load } from './rig/load.ts'
import { buildNativeRig } from './rig/native.ts'
import { runOurClient } from './rig/our-client.ts'
import { trueFigures } from './rig/truth-figures.ts'

type Client = (port: number, load: Load) => Promise<ClientFigures>

/** Electron's own Node may be older than ours: this tells the effect of the version from that of Electron. */
const olderNode = process.env['KNEEPOINT_OLDER_NODE']
const [rounds = '5'] = process.argv.slice(2)
const rig = await buildNativeRig()
if (rig === null) throw new Error('There is no C compiler for the truthful server.')
const { startServer } = rig

const inElectron = await startInElectron()
const clients = new Map<string, Client>([
  ['Node, bench serve', runOurClient],
  ['Node, web', onNode(process.execPath)],
  ...(olderNode === undefined ? [] : [['older Node, web', onNode(olderNode)] as const]),
  ...windowStates.map(
    (state) =>
      [
        `Electron, ${state}`,
        (port: number, load: Load) => inElectron.run(state, port, load),
      ] as const,
  ),
])

type Measured = Readonly<{
  name: string
  load: Pick<Case, 'timing' | 'load' | 'latencies'>
  figures: readonly Readonly<{ name: string; digits: number; of: (account: Account) => number }>[]
}>

const cases: readonly Measured[] = [
  {
    name: '150 requests, about 64 streams',
    load: {
      timing: { ttftMs: 100, itlMs: 20 },
      load: { requests: 150, tokens: 64, connections: 128, ratePerS: 47 },
      latencies: true,
    },
    figures: [
      { name: 'mean TTFT error, ms', digits: 2, of: meanTtftErrorMs },
      { name: 'p99 ITL error, ms', digits: 2, of: p99ItlErrorMs },
    ],
  },
  {
    name: '256 streams, 50k events/s',
    load: { timing: { ttftMs: 100, itlMs: 5.12 }, load: together(256, 390), latencies: true },
    figures: [
      { name: 'mean TTFT error, ms', digits: 2, of: meanTtftErrorMs },
      { name: 'p99 ITL error, ms', digits: 2, of: p99ItlErrorMs },
      { name: 'CPU per 1M tokens, s', digits: 2, of: cpuSPerMillion },
    ],
  },
  {
    name: '64 streams, as fast as the server writes',
    load: flatOutLoad(64, 1),
    figures: [
      { name: 'events/s', digits: 0, of: eventsPerS },
      { name: 'CPU per 1M tokens, s', digits: 2, of: cpuSPerMillion },
    ],
  },
  {
    name: '200 requests/s',
    load: {
      timing: { ttftMs: 20, itlMs: 5 },
      load: { requests: 600, tokens: 8, connections: 256, ratePerS: 200 },
      latencies: true,
    },
    figures: [
      { name: 'p50 schedule lag, ms', digits: 2, of: ({ sendLag }) => sendLag?.p50 ?? NaN },
      { name: 'p99 schedule lag, ms', digits: 2, of: ({ sendLag }) => sendLag?.p99 ?? NaN },
    ],
  },
]

const accounts = new Map<string, Account[]>()
try {
  for (let round = 0; round < Number(rounds); round++) {
    for (const measured of cases) {
      for (const [name, run] of clients) {
        const key = `${measured.name}/${name}`
        accounts.set(key, [...(accounts.get(key) ?? []), await measure(measured, run)])
      }
    }
  }
} finally {
  await inElectron.close()
}
const names = [...clients.keys()]
console.log(`| | ${names.join(' | ')} |\n| --- |${names.map(() => ' ---: |').join('')}`)
for (const { name, figures } of cases) {
  for (const figure of figures) {
    const cells = names.map((client) =>
      median((accounts.get(`${name}/${client}`) ?? []).map(figure.of)).toFixed(figure.digits),
    )
    console.log(`| ${name}: ${figure.name} | ${cells.join(' | ')} |`)
  }
}
console.log(`\nMedians of ${rounds}; load average ${loadavg()[0]?.toFixed(1) ?? ''}.`)

async function measure(
  { load: { timing, load, latencies } }: Measured,
  run: (port: number, load: Load) => Promise<ClientFigures>,
): Promise<Account> {
  const server = await startServer(timing)
  const figures = await run(server.port, load)
  const truths = await server.stop()
  return { ...figures, truth: latencies ? trueFigures(truths) : null }
}

function onNode(execPath: string): Client {
  return (port, load) => runApplicationClient(() => spawnOnNode(execPath), port, load)
}

function spawnOnNode(execPath: string): Spawned {
  const entry = (name: string) =>
    fileURLToPath(new URL(`../out/utility/${name}.js`, import.meta.url))
  const child = fork(entry('load-generator'), [entry('load-thread')], {
    serialization: 'advanced',
    execArgv: [],
    execPath,
  })
  return {
    pid: () => child.pid ?? null,
    port: {
      post: (message) => void child.send(message),
      onMessage: (listener) => child.on('message', listener),
      onExit: (listener) => child.once('exit', (code) => listener(code ?? 1)),
      kill: () => void child.kill('SIGKILL'),
    },
  }
}

import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { runCli } from '../run-cli.test-support.ts'
import { findingsOf, type FindingState } from './findings.ts'
import type { MachineFacts } from './machine-facts.ts'

const sound: MachineFacts = {
  version: '0.1.0',
  node: { version: '24.1.0', path: '/usr/bin/node' },
  native: { 'better-sqlite3': null, tokenizers: null },
  database: { path: '/data/kneepoint.db', bytes: 2 ** 21, isWritable: true },
  prepared: { folder: '/data/prepared', files: 0, bytes: 0 },
  openFiles: 65_536,
  ports: 28_232,
  cores: 8,
  coreQuota: null,
  load: 0.4,
  sleepLatenessUs: 90,
  calibrations: 1,
  proxyVariables: [],
  hub: { endpoint: 'https://hub.test', cache: '/cache', isOffline: false, hasToken: true },
  hubProblem: null,
  ssh: { config: true, agent: false },
  hasDesktop: true,
}

test('a sound machine has nothing to mend', () => {
  const findings = findingsOf(sound)
  expect(findings.map(({ state }) => state)).toEqual(findings.map(() => 'fine'))
  expect(findings.map(({ remedy }) => remedy)).toEqual(findings.map(() => null))
})

const cases: readonly Readonly<{
  topic: string
  state: FindingState
  facts: Partial<MachineFacts>
  says: RegExp
}>[] = [
  {
    topic: 'tokenizers',
    state: 'problem',
    facts: { native: { 'better-sqlite3': null, tokenizers: 'Cannot find package\nRequire stack' } },
    says: /tokenizers cannot be loaded on this machine: Cannot find package\. .*npm install/,
  },
  {
    topic: 'database',
    state: 'problem',
    facts: { database: { path: '/ro/kneepoint.db', bytes: null, isWritable: false } },
    says: /\/ro\/kneepoint\.db cannot be written\. Set KNEEPOINT_DATA/,
  },
  { topic: 'open-files', state: 'warning', facts: { openFiles: 1024 }, says: /ulimit -n 4224/ },
  { topic: 'ports', state: 'warning', facts: { ports: 500 }, says: /500 ports/ },
  { topic: 'cores', state: 'warning', facts: { load: 4.5 }, says: /8 cores; .* 4\.5\. Stop other/ },
  {
    topic: 'cores',
    state: 'warning',
    facts: { coreQuota: 1 },
    says: /^1 core;.*two cores or more/,
  },
  { topic: 'clock', state: 'warning', facts: { sleepLatenessUs: 4300 }, says: /within 4\.30 ms/ },
  {
    topic: 'prepared',
    state: 'fine',
    facts: { prepared: { folder: '/data/prepared', files: 3, bytes: 5e6 } },
    says: /3 prepared workloads take 4.8 MiB in \/data\/prepared/,
  },
  { topic: 'calibration', state: 'warning', facts: { calibrations: 0 }, says: /calibrate/ },
  {
    topic: 'proxy',
    state: 'warning',
    facts: { proxyVariables: ['https_proxy'] },
    says: /https_proxy is set.*no_proxy/,
  },
  {
    topic: 'proxy',
    state: 'fine',
    facts: { proxyVariables: ['https_proxy', 'no_proxy'] },
    says: /https_proxy is set/,
  },
  {
    topic: 'hub',
    state: 'warning',
    facts: { hubProblem: 'fetch failed' },
    says: /cannot be reached: fetch failed/,
  },
  {
    topic: 'hub',
    state: 'fine',
    facts: { hub: { ...sound.hub, isOffline: true }, hubProblem: null },
    says: /HF_HUB_OFFLINE is set/,
  },
]

test.each(cases)('$topic: $state of $facts', ({ topic, state, facts, says }) => {
  const found = findingsOf({ ...sound, ...facts }).find((finding) => finding.topic === topic)
  expect(found?.state).toBe(state)
  const texts = found === undefined ? [] : [found.text, found.remedy]
  expect(texts.flatMap((text) => (text === null ? [] : inEnglish(text))).join(' ')).toMatch(says)
})

test('the command looks at the machine it runs on', async () => {
  const { code, output } = await runCli(['doctor', '--json'], { env: { HF_HUB_OFFLINE: '1' } })
  expect(code).toBe(0)
  expect(JSON.parse(output)).toContainEqual({
    topic: 'better-sqlite3',
    state: 'fine',
    text: 'Stored runs, sweeps and the window are available.',
    remedy: null,
  })
})

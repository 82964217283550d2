import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import {
  statusNotes,
  eventsNote,
  resentWarning,
  runWarnings,
  unseenTokensWarning,
  warmCacheWarning,
} from './run-warnings.ts'
import { z } from 'zod'
import { failureLimitSentence } from './cut-short.ts'
import { inEnglish, message, textIn } from '#core/messages/message.ts'
import { runWarning, runWarningSchema } from '../model/run/run-warning.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ServerActivity } from '#core/model/server-activity.ts'
import { exampleRun } from './example-run.test-support.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { record, refused } from '../stats/fixtures/requests.ts'

test('requests sent twice are counted among all', () => {
  expect(readable(resentWarning({ resent: 2, completed: 5, failed: 1 }))).toEqual([
    expect.stringMatching(/^2 of 6 requests were sent again, .* Raise its keep-alive limit/),
  ])
})

test.each([0, null])('%s of them are no warning', (resent) => {
  expect(readable(resentWarning({ resent, completed: 5, failed: 1 }))).toEqual([])
})

type PrefixCache = ServerActivity['prefixCache']

function warned(prefixCache: PrefixCache, changes: Partial<BenchmarkConfig> = {}) {
  const { config, summary } = exampleRun(changes)
  const server = { prefixCache }
  return warmCacheWarning(config, { ...summary, server }).map(inEnglish)
}

test('prompts that should be new are warned of from one hit in a hundred tokens', () => {
  expect(warned({ queries: 10_000, hits: 100 })).toEqual([
    expect.stringMatching(/^The server had 1\.0 % of the prompt tokens in its prefix cache/),
  ])
  expect(warned({ queries: 10_000, hits: 99 })).toEqual([])
})

test.each<[string, PrefixCache, Partial<BenchmarkConfig>]>([
  ['the server does not tell', null, {}],
  ['prompts begin alike on purpose', { queries: 10, hits: 9 }, { randomPrefixLen: 64 }],
  ['prompts are those of people', { queries: 10, hits: 9 }, { datasetName: 'sharegpt' }],
])('nothing is said where %s', (_, prefixCache, config) => {
  expect(warned(prefixCache, config)).toEqual([])
})

const none = { chunk: null, content: null, reasoning: null, toolCall: null }
const unseen = record({ firstTokenAtUs: 100, firstAtUs: { ...none, chunk: 100 } })

test('responses without a visible token that the server counted are reported once', () => {
  const seen = record({ firstAtUs: { ...none, chunk: 100, reasoning: 100 } })
  expect(readable(unseenTokensWarning([unseen, seen, unseen]))).toEqual([
    expect.stringMatching(/^2 of 3 responses contained no token, though the server counted some/),
  ])
})

test.each<[string, RequestRecord]>([
  ['that failed', { ...unseen, error: refused }],
  ['in one piece', record({ firstTokenAtUs: null, firstAtUs: none })],
  ['with content', { ...unseen, firstAtUs: { ...none, chunk: 100, content: 200 } }],
])('nothing is said of an answer %s', (_what, answer) => {
  expect(readable(unseenTokensWarning([answer]))).toEqual([])
})

test('names the statuses that --retry-status takes', () => {
  const failed = (status: number) =>
    record({ error: { code: 'http-status', message: '', status, body: null } })
  const records = [failed(503), failed(429), failed(429), failed(500), record()]
  expect(readable(statusNotes(defaultBenchmarkConfig, records))).toEqual([
    expect.stringMatching(/^3 requests failed .*HTTP 429,503.*--retry-status 429,503\.$/),
  ])
})

test.each([
  [502, '<h1>502 Bad Gateway</h1>', 'no server was ready'],
  [503, '{"error":"no available workers in pool"}', 'no server was ready'],
  [503, 'overloaded', 'was busy'],
  [504, '', 'stopped waiting'],
  [413, 'Payload Too Large', 'larger than the gateway accepts'],
  [403, '', 'not let in'],
])('HTTP %i with %j: %s', (status, body, expected) => {
  const failed = record({ error: { code: 'http-status', message: '', status, body } })
  const notes = statusNotes(defaultBenchmarkConfig, [failed, failed, record()])
  expect(readable(notes)).toEqual([expect.stringMatching(`^2 requests .*${expected}`)])
})

test('several tokens in an event are noted beside the gaps', () => {
  const texts = (asAsked: RunSummary['asAsked']) => readable(eventsNote({ asAsked }))
  expect(texts({ events: 100, tokens: 400 })).toEqual([
    expect.stringMatching(/carries 4\.0 tokens/),
  ])
  expect(texts({ events: 101, tokens: 100 })).toEqual([])
  expect(texts({ events: 400, tokens: 400, choices: 4 })).toEqual([
    expect.stringMatching(/^Each response has 4 choices/),
  ])
})

test('stored warnings keep their message, without secrets, and not the one that the run failed of', () => {
  const lost = failureLimitSentence({ kind: 'connections', failed: 3 }, 'http://key-7@host')
  const proxy = message('notes.proxy', { host: 'proxy:3128' })
  const redact = (text: string) => text.replace('key-7', '***')
  const stored = JSON.stringify([lost, proxy].map((each) => runWarning(each, redact)))
  const warnings = z.array(runWarningSchema).parse(JSON.parse(stored))
  const summary = { ...exampleRun().summary, warnings }
  const [first, second] = runWarnings({ summary })
  expect(textIn('zh', first ?? '')).toContain('http://***@host')
  expect(textIn('zh', second ?? '')).toContain('代理 proxy:3128')
  const failure = { message: warnings[0]?.text ?? '', remedy: null }
  expect(runWarnings({ summary, failure })).toEqual([proxy])
  expect(runWarnings({ summary: exampleRun().summary })).toEqual([])
})

test('a warning of a later version is shown in English', () => {
  const later = { text: 'The sky fell.', message: { id: 'notes.sky', params: {} } }
  const warnings = [runWarningSchema.parse(later)]
  expect(runWarnings({ summary: { ...exampleRun().summary, warnings } })).toEqual(['The sky fell.'])
})

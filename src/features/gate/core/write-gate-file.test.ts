import { expect, test } from 'vitest'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { gateCommand, gateFileContents } from './write-gate-file.ts'
import { readGateFile } from './read-gate-file.ts'

const contents = {
  name: 'Merge check',
  server: { url: 'http://127.0.0.1:8000', name: 'merge' },
  baseline: { server: 'main' },
  benchmark: { 'num-prompts': 300, 'max-concurrency': 16, 'request-rate': 8 },
  figures: { 'output-throughput': '2 %', 'p99 ttft': '7.5 %', errors: '1 %' },
  repeats: 5,
  'error-rate': '2 %',
  'start-spread': '0 %',
  restart: true,
}

test('what is read from a file is written to an equal one', () => {
  const file = readGateFile(contents, exampleFlagIndex)
  const { server, baseline } = file
  if (server === null || baseline === null) throw new Error('the file names its servers')
  const order = {
    ...{ file, allowed: [] },
    candidate: { kind: 'server', server } as const,
    baseline: { kind: 'server', server: baseline } as const,
  }
  const again = readGateFile(gateFileContents(order, exampleFlagIndex), exampleFlagIndex)
  expect(again).toEqual(file)
  expect(gateCommand(order, 'gate.yaml')).toBe('kneepoint gate gate.yaml')
})

// Control characters of a server's names in the files of a gate.
import { expect, test } from 'vitest'
import { message } from '#core/messages/message.ts'
import { expectPrintable, plantedEscapes as planted } from '../../../../tests/security/printable.ts'
import { gateBencher, gateJson, gateJunit } from '#features/gate/core/gate-files.ts'
import { gateMarkdown } from '#features/gate/core/gate-markdown.ts'
import type { GateResult } from '#features/gate/core/gate-result.ts'

test('files of a gate', () => {
  const result: GateResult = {
    ...{ name: planted, verdict: 'not-valid', rows: [], repeats: 0, candidate: planted },
    rules: { mostRepeats: 3, errorRate: 0.05, startSpread: 0 },
    starts: { baseline: 1, candidate: 1 },
    ...{ isStored: false, storedBaseline: null, runIds: { baseline: [], candidate: [] } },
    baseline: message('cli.noRun', { name: planted }),
    refused: [{ run: planted, refusals: [] }],
    notes: [message('cli.noRun', { name: planted })],
  }
  expectPrintable('Markdown', gateMarkdown(result, 'en'))
  expectPrintable('JUnit', gateJunit(result))
  expectPrintable('Bencher', gateBencher(result))
  expectPrintable('JSON', gateJson(result))
  expect(JSON.parse(gateJson(result))).toMatchObject({ name: planted })
})

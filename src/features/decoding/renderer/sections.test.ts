import { expect, test } from 'vitest'
import { runSections } from '#renderer/components/run/sections/run-sections.ts'
import { exampleRun, exampleSummary } from '#renderer/components/run/example-run.test-support.ts'

test('a run has a section on each way in which the server decoded', () => {
  const server = {
    specDecode: {
      ...{ drafts: 40, draftTokens: 120, acceptedTokens: 60 },
      ...{ acceptanceRate: 50, acceptanceLength: 2.5, positionRates: [0.9, 0.6] },
    },
    diffusion: {
      ...{ committedTokens: 80, denoisingSteps: 40, canvasPositions: 320 },
      ...{ committedThroughput: 20, stepsPerCanvas: 3, committedPerStep: 2.5 },
    },
    prefixCache: null,
  }
  const shown = runSections(exampleRun({ summary: exampleSummary({ server }) }))
  expect(shown.map(({ title, figures }) => [title, figures.map(({ value }) => value)])).toEqual([
    ['decoding.specDecode.title', [0.5, 2.5, 40, 120, 60, 0.9, 0.6]],
    ['decoding.diffusion.title', [20, 3, 2.5, 80, 40, 320]],
  ])
  const names = shown.flatMap(({ figures }) => figures).map(({ name, unit }) => [name, unit])
  expect(names.slice(1, 3)).toEqual([
    ['decoding.specDecode.acceptanceLength', 'tok/step'],
    ['decoding.specDecode.drafts', ''],
  ])
})

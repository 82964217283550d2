import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../../../../e2e/fixtures.ts'
import { seriousProblems } from '../../../../e2e/pages/accessibility.ts'
import { showEveryField } from '../../../../e2e/pages/bench-page.ts'
import { figureValue } from '../../../../e2e/pages/run-page.ts'
import { choose, fill } from '../../../../e2e/pages/shell.ts'
import { latencyRow, onServer, run } from '../../../../e2e/pages/simulated-load.ts'
import { speechFile } from '../../../node/datasets/fixtures/speech-file.ts'

test(
  'voices that speak as they are transcribed',
  { tag: '@nightly' },
  async ({ window, folder }) => {
    writeFileSync(path.join(folder, 'voice.wav'), speechFile(0.5))
    const voices = path.join(folder, 'voices.jsonl')
    writeFileSync(voices, JSON.stringify({ audio: 'voice.wav' }))
    await onServer(window, {}, async () => {
      await showEveryField(window, 'Chat')
      await choose(window, 'API', 'vllm-realtime')
      await choose(window, 'Dataset', 'custom_audio')
      await fill(window, { Requests: '20', 'Dataset path': voices, 'Request rate': '20' })
      await run(window, 'Voices')
      expect(await figureValue(window, 'Completed')).toBe(20)
      await expect(latencyRow(window, /partial/i).first()).toBeVisible()
      expect(await seriousProblems(window), 'the run').toEqual([])
    })
  },
)

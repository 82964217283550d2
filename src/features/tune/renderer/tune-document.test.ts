import { expect, it } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { freshLimit } from '#renderer/drafts/limit-row.ts'
import { type SweepDocument, sweepDocumentSchema } from '#renderer/drafts/sweep-document.ts'
import { axisProblems, readSweep, sweepDocument } from '#renderer/drafts/sweep-reading.ts'

const axis = (flag: string, values: string) => ({
  columns: [{ flag, values }],
  kept: null,
  onlyIf: null,
})
const written: SweepDocument = {
  ...sweepDocumentSchema.parse({ loadKind: 'tune', name: 'Seats' }),
  axes: [axis('--max_num_seqs', '64, 128')],
  limits: [freshLimit],
}
const read = (changes: Partial<SweepDocument> = {}) =>
  readSweep({ ...written, ...changes }, exampleFlagIndex)

it('is a plan whose flags begin with the default, and the same way back', () => {
  const tune = {
    objective: 'tokens-per-gpu' as const,
    equalAnswers: '95',
    budget: { ...written.budget, runs: '40' },
    answers: { prompts: 20, tokens: 64 },
  }
  const { plan } = read(tune)
  expect(plan?.axes[0]?.settings).toHaveLength(3)
  expect(plan?.tune).toMatchObject({
    objective: 'tokens-per-gpu',
    budget: { gpuMinutes: 60, runs: 40, minutes: null },
    answers: { leastEqual: 0.95, prompts: 20, tokens: 64 },
  })
  if (plan === null) return
  const again = sweepDocument(plan, { serverIds: [], flagIndex: exampleFlagIndex })
  expect(again).toMatchObject({ loadKind: 'tune', ...tune })
  expect(readSweep(again, exampleFlagIndex).plan).toEqual(plan)
})

it('keeps the condition under which a flag has an effect, both ways', () => {
  const conditional = {
    ...axis('gpu-memory-utilization', '0.8, 0.95'),
    onlyIf: { flag: 'max-num-seqs', values: '128, 64' },
  }
  const { plan } = read({ axes: [axis('max-num-seqs', '64, 128'), conditional] })
  expect(plan?.tune?.flags.map(({ onlyIf }) => onlyIf)).toEqual([
    null,
    { axis: 0, settings: [1, 2] },
  ])
  if (plan === null) return
  const again = sweepDocument(plan, { serverIds: [], flagIndex: exampleFlagIndex })
  expect(again.axes[1]?.onlyIf).toEqual({ flag: 'max-num-seqs', values: '64, 128' })
  expect(readSweep(again, exampleFlagIndex).plan).toEqual(plan)
})

it('compares no answers if its file says so', () => {
  const { plan } = read({ answers: false })
  expect(plan?.tune?.answers).toBeNull()
  if (plan === null) return
  const again = sweepDocument(plan, { serverIds: [], flagIndex: exampleFlagIndex })
  expect(readSweep(again, exampleFlagIndex).plan).toEqual(plan)
})

it.each([
  [{ flag: 'max-num-seqs', values: '32' }, 'some of its values'],
  [{ flag: 'seed', values: '1' }, 'is not a flag of the server'],
  [{ flag: 'max-num-sqs', values: '64' }, 'max-num-sqs'],
])('reports the condition %j, which never holds, at its axis', (onlyIf, says) => {
  const conditional = { ...axis('gpu-memory-utilization', '0.8'), onlyIf }
  const changes = { axes: [axis('max-num-seqs', '64, 128'), conditional] }
  const reading = read(changes)
  expect(reading.plan).toBeNull()
  const [first, second] = axisProblems({ ...written, ...changes }, reading)
  expect(first).toBeNull()
  expect(inEnglish(second ?? '')).toContain(says)
})

it.each<[Partial<SweepDocument>, string]>([
  [{ axes: [] }, 'flags'],
  [{ axes: [axis('random-input-len', '8, 16')] }, 'flags.random-input-len'],
  [{ limits: [] }, 'limits'],
  [{ budget: { 'gpu-minutes': '', runs: '', 'wall-clock': '' } }, 'budget'],
  [
    { budget: { 'gpu-minutes': '', runs: '5', 'wall-clock': 'long' } },
    'budget.runs budget.wall-clock',
  ],
  [{ objective: 'cost' }, 'price'],
  [{ equalAnswers: '101' }, 'limits[1]'],
])('reports what is missing or invalid in %#', (changes, places) => {
  const { plan, problems } = read(changes)
  expect(plan).toBeNull()
  expect(problems.map(({ place }) => place).join(' ')).toBe(places)
})

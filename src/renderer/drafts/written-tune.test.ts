import { expect, it } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { freshLimit } from './written-limit.ts'
import { readSweep, writtenSweep, writtenSweepSchema, type WrittenSweep } from './written-sweep.ts'

const axis = (flag: string, values: string) => ({
  columns: [{ flag, values }],
  kept: null,
  onlyIf: null,
})
const written: WrittenSweep = {
  ...writtenSweepSchema.parse({ loadKind: 'tune', name: 'Seats' }),
  axes: [axis('--max_num_seqs', '64, 128')],
  limits: [freshLimit],
}
const read = (changes: Partial<WrittenSweep> = {}) =>
  readSweep({ ...written, ...changes }, exampleFlagIndex)

it('is a plan whose flags begin with the default, and the same way back', () => {
  const tune = { ...written.tune, objective: 'tokens-per-gpu' as const, answers: '95', runs: '40' }
  const { plan } = read({ tune })
  expect(plan?.axes[0]?.settings).toHaveLength(3)
  expect(plan?.tune).toMatchObject({
    objective: 'tokens-per-gpu',
    budget: { gpuMinutes: 60, runs: 40, minutes: null },
    answers: { leastEqual: 0.95 },
  })
  if (plan === null) return
  const again = writtenSweep(plan, { serverIds: [], flagIndex: exampleFlagIndex })
  expect(again).toMatchObject({ loadKind: 'tune', tune })
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
  const again = writtenSweep(plan, { serverIds: [], flagIndex: exampleFlagIndex })
  expect(again.axes[1]?.onlyIf).toEqual({ flag: 'max-num-seqs', values: '64, 128' })
  expect(readSweep(again, exampleFlagIndex).plan).toEqual(plan)
})

it.each([
  [{ flag: 'max-num-seqs', values: '32' }, 'some of its values'],
  [{ flag: 'seed', values: '1' }, 'must name another tuned flag'],
])('reports the condition %j, which never holds', (onlyIf, says) => {
  const conditional = { ...axis('gpu-memory-utilization', '0.8'), onlyIf }
  const { plan, tune } = read({ axes: [axis('max-num-seqs', '64, 128'), conditional] })
  expect(plan).toBeNull()
  expect(inEnglish(tune?.problem ?? '')).toContain(says)
})

it('points to a condition that cannot be read, at its axis', () => {
  const onlyIf = { flag: 'max-num-sqs', values: '64' }
  const { axes } = read({ axes: [{ ...axis('max-num-seqs', '64, 128'), onlyIf }] })
  expect(inEnglish(axes[0]?.problem ?? '')).toContain('max-num-sqs')
})

it.each<[Partial<WrittenSweep>, string]>([
  [{ axes: [] }, 'Add the flags'],
  [{ axes: [axis('random-input-len', '8, 16')] }, 'one flag of the server'],
  [{ limits: [] }, 'Add a limit'],
  [{ tune: { ...written.tune, gpuMinutes: '' } }, 'Set a budget'],
  [{ tune: { ...written.tune, objective: 'cost' } }, 'Set the price'],
])('reports what is missing in %#', (changes, says) => {
  const { plan, tune } = read(changes)
  expect(plan).toBeNull()
  expect(inEnglish(tune?.problem ?? '')).toContain(says)
})

it('points to a number that is none', () => {
  const { plan, tune } = read({ tune: { ...written.tune, runs: '5' } })
  expect({ plan, atFault: tune?.atFault }).toEqual({ plan: null, atFault: ['runs'] })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nowUs } from '../runtime/clock.ts'
import { DueQueue } from './due-queue.ts'

it('hands out everything once, the earliest first, and nothing early', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -5, max: 20 }), { minLength: 1, maxLength: 40 }),
      async (inMs) => {
        const startUs = nowUs()
        const handed: { dueUs: number; atUs: number }[] = []
        await new Promise<void>((resolve) => {
          const queue = new DueQueue<number>((dueUs) => {
            handed.push({ dueUs, atUs: nowUs() })
            if (handed.length === inMs.length) resolve()
          })
          for (const ms of inMs) queue.add(startUs + ms * 1000, startUs + ms * 1000)
          expect(handed).toEqual([])
        })
        const due = handed.map(({ dueUs }) => dueUs)
        expect(due).toEqual(inMs.map((ms) => startUs + ms * 1000).toSorted((a, b) => a - b))
        for (const { dueUs, atUs } of handed) expect(atUs).toBeGreaterThanOrEqual(dueUs)
      },
    ),
    { numRuns: 20 },
  )
})

it('takes what comes while it hands out', async () => {
  const handed: string[] = []
  const startUs = nowUs()
  await new Promise<void>((resolve) => {
    const queue = new DueQueue<string>((item) => {
      handed.push(item)
      if (item === 'first') queue.add(startUs - 1, 'added')
      if (handed.length === 3) resolve()
    })
    queue.add(startUs + 3000, 'last')
    queue.add(startUs - 2, 'first')
  })
  expect(handed).toEqual(['first', 'added', 'last'])
})

it('hands out nothing once it was cleared, and returns what there was', async () => {
  const handed: string[] = []
  const queue = new DueQueue<string>((item) => handed.push(item))
  queue.add(nowUs() + 2000, 'one')
  queue.add(nowUs() + 1000, 'other')
  expect(queue.clear()).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(handed).toEqual([])
})

import { expect, test } from 'vitest'
import { mapWithLimit } from './tokenize-client.ts'

test('keeps the order of results and never runs more than the limit', async () => {
  let running = 0
  let most = 0
  const results = await mapWithLimit([5, 1, 4, 2, 3], 2, async (turns) => {
    most = Math.max(most, ++running)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    running -= 1
    return turns * 10
  })
  expect(results).toEqual([50, 10, 40, 20, 30])
  expect(most).toBe(2)
})

test('fails as its function fails', async () => {
  const failing = mapWithLimit([1, 2, 3], 2, (item) =>
    item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
  )
  await expect(failing).rejects.toThrow('two')
})

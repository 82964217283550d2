import type { MessageBoxOptions } from 'electron'
import { expect, test } from 'vitest'
import { askBeforeQuitting } from './quit-question.ts'

function dialogAnswering(response: number) {
  const asked: MessageBoxOptions[] = []
  const showMessageBox = (...given: unknown[]) => {
    asked.push(given.at(-1) as MessageBoxOptions)
    return Promise.resolve({ response, checkboxChecked: false })
  }
  return { asked, showMessageBox }
}

test('nobody is asked where nothing runs', async () => {
  const dialog = dialogAnswering(1)
  expect(await askBeforeQuitting(dialog, [])).toBe('leave')
  expect(dialog.asked).toEqual([])
})

test.each([
  [0, 'leave'],
  [1, 'stop'],
  [2, 'stay'],
] as const)('button %i means %s', async (response, choice) => {
  const dialog = dialogAnswering(response)
  expect(await askBeforeQuitting(dialog, ['qwen on gpu-03'])).toBe(choice)
  const [{ buttons, detail, cancelId } = {}] = dialog.asked
  expect(detail).toContain('qwen on gpu-03')
  expect(buttons?.[response]).toBeDefined()
  expect(cancelId).toBe(2)
})

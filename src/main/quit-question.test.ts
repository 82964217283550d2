import { describe, expect, test } from 'vitest'
import { languageRecords } from '#core/messages/language-records.ts'
import { languages } from '#core/messages/languages.ts'
import type { OutlivingServer } from '#node/application/servers/outliving-servers.ts'
import { choiceOf, quitBox } from './quit-question.ts'

const server = (name: string, hostName: string | null): OutlivingServer => ({
  id: name,
  name,
  hostName,
  launchId: null,
})
const running = [server('qwen', 'gpu-03'), server('mine', null), server('llama', 'gpu-03')]

test('each host has a line with its servers', () => {
  const { message, detail } = quitBox({ running, unstopped: [] }, languageRecords.en.desktop.quit)
  expect(message).toContain('3 servers')
  expect(detail?.split('\n').slice(0, 2)).toEqual(['gpu-03: qwen, llama', 'This computer: mine'])
})

test('what did not end has a line of its own, with why', () => {
  const unstopped = [
    { ...server('qwen', 'gpu-03'), why: 'These processes do not end: 7 (python3).' },
    { ...server('mine', null), why: null },
  ]
  const { type, detail, buttons } = quitBox({ running, unstopped }, languageRecords.zh.desktop.quit)
  expect(type).toBe('warning')
  expect(detail).toContain('qwen (gpu-03): These processes do not end: 7 (python3).')
  expect(detail).toContain('mine (本机): 正在停止')
  expect(buttons).toContain('重试')
})

describe.each(languages)('in %s', (language) => {
  const box = quitBox({ running, unstopped: [] }, languageRecords[language].desktop.quit)

  test('every button does what it says', () => {
    const { leave, stop, stay } = languageRecords[language].desktop.quit
    expect(box.buttons?.map((word, index) => [word, choiceOf(index)])).toEqual([
      [leave, 'leave'],
      [stop, 'stop'],
      [stay, 'stay'],
    ])
  })

  test('escape stays, enter ends nothing', () => {
    expect(choiceOf(box.cancelId ?? -1)).toBe('stay')
    expect(choiceOf(box.defaultId ?? -1)).toBe('leave')
  })
})

test('a box that was closed without an answer stays', () => {
  expect(choiceOf(-1)).toBe('stay')
})

test('every text is Chinese in Chinese', () => {
  const { title, names, ...words } = languageRecords.zh.desktop.quit
  for (const text of [title(2), names(['a', 'b']), ...Object.values(words)]) {
    expect(text).toMatch(/[\u4e00-\u9fff、]/)
  }
})

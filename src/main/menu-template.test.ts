import { describe, expect, test } from 'vitest'
import type { MenuItemConstructorOptions } from 'electron'
import { languageRecords } from '#core/messages/language-records.ts'
import { languages } from '#core/messages/languages.ts'
import { menuTemplate } from './menu-template.ts'

type Menus = readonly MenuItemConstructorOptions[]

function submenuOf({ submenu }: MenuItemConstructorOptions): Menus {
  return Array.isArray(submenu) ? submenu : []
}

function labelsOf(menus: Menus): (string | undefined)[] {
  const entries = menus.flatMap((menu) => [menu, ...submenuOf(menu)])
  return entries.filter(({ type }) => type !== 'separator').map(({ label }) => label)
}

const nothing = () => undefined

describe.each(['darwin', 'linux', 'win32'] as const)('on %s', (platform) => {
  const inEach = languages.map((language) =>
    menuTemplate(languageRecords[language].desktop.menu, { platform, openAnotherWindow: nothing }),
  )

  test('every entry has a name', () => {
    for (const menus of inEach) expect(labelsOf(menus)).not.toContain(undefined)
  })

  test('nothing but the program is named alike in two languages', () => {
    const [english = [], chinese = []] = inEach.map(labelsOf)
    const alike = english.filter((label) => chinese.includes(label))
    expect(alike).toEqual(platform === 'darwin' ? ['Kneepoint'] : [])
  })

  test('one entry quits', () => {
    const roles = inEach[0]?.flatMap(submenuOf).map(({ role }) => role)
    expect(roles?.filter((role) => role === 'quit')).toHaveLength(1)
  })
})

test('the menus of a Mac', () => {
  const circumstances = { platform: 'darwin', openAnotherWindow: nothing } as const
  expect(
    menuTemplate(languageRecords.zh.desktop.menu, circumstances).map(({ label }) => label),
  ).toEqual(['Kneepoint', '文件', '编辑', '显示', '窗口'])
})

test.each(languages)('in %s, one letter chooses each entry of a menu', (language) => {
  const circumstances = { platform: 'linux', openAnotherWindow: nothing } as const
  const bar = menuTemplate(languageRecords[language].desktop.menu, circumstances)
  for (const menu of [bar, ...bar.map(submenuOf)]) {
    const entries = menu.filter(({ type }) => type !== 'separator')
    const letters = entries.map(({ label }) => /&(\w)/.exec(label ?? '')?.[1]?.toLowerCase())
    expect(letters).not.toContain(undefined)
    expect(new Set(letters).size).toBe(entries.length)
  }
})

test('a second window is opened', () => {
  const opened: string[] = []
  const menus = menuTemplate(languageRecords.en.desktop.menu, {
    platform: 'linux',
    openAnotherWindow: () => opened.push('another'),
  })
  const entry = menus.flatMap(submenuOf).find(({ label }) => label === '&New Window')
  // Electron passes the entry and the window, which nothing here uses.
  Reflect.apply(entry?.click ?? nothing, undefined, [])
  expect(opened).toEqual(['another'])
})

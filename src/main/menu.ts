// The application menu, in the language of the window.
import { Menu } from 'electron'
import type { Language } from '#core/model/language.ts'
import { menuTemplate } from './menu-template.ts'
import { menuTexts } from './menu-texts.ts'

export function showMenu(language: Language, openAnotherWindow: () => void): void {
  const { platform } = process
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(menuTexts[language], { platform, openAnotherWindow })),
  )
}

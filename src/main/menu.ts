// The application menu, in the language of the window.
import { Menu } from 'electron'
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import { menuTemplate } from './menu-template.ts'

export function showMenu(language: Language, openAnotherWindow: () => void): void {
  const { platform } = process
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(languageRecords[language].desktop.menu, { platform, openAnotherWindow }),
    ),
  )
}

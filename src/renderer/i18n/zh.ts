// 窗口的中文：界面切换到中文时才加载。
import { flagTextsZh } from '#core/flags/texts/zh-flag-texts.ts'
import { chinese as whole } from '#core/messages/zh/language.ts'
import { terms } from '#core/messages/zh/window/terms.ts'
import { chinese } from './chinese.ts'
import { featureTexts, registered, type LanguageTexts } from './registered-texts.ts'

/** 窗口中 languageRecords.zh 即此对象。 */
Object.assign(chinese, whole)

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../core/messages/zh/window/*.ts',
  { eager: true },
)

function exportOf(name: string): unknown {
  const path = `src/core/messages/zh/window/${name}.ts`
  const value = modules[`../../${path.slice('src/'.length)}`]?.[name]
  if (value === undefined) throw new Error(`${path} does not export ${name}.`)
  return value
}

const entries = Object.keys(registered).map((name) => [name, exportOf(name)])

export const zh: LanguageTexts = {
  window: {
    ...Object.fromEntries(entries),
    ...featureTexts('zh'),
    metrics: whole.metrics,
    flag: flagTextsZh.labels,
  } as LanguageTexts['window'],
  glossary: terms,
  flags: flagTextsZh,
}

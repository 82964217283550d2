// 窗口的中文：界面显示中文时才加载。
import { flagTextsZh } from '#core/flags/texts/zh-flags.ts'
import { chinese as whole } from '#core/messages/zh/language.ts'
import { terms } from '#core/messages/zh/window/terms.ts'
import type { LanguageTexts } from './en.ts'
import { chinese } from './loaded-languages.ts'

/** 窗口中 languageRecords.zh 即此对象。 */
Object.assign(chinese, whole)

/** 每个文件导出与其同名的文本；terms.ts 是词汇表。 */
const modules = import.meta.glob<Readonly<Record<string, object>>>(
  ['../../core/messages/zh/window/*.ts', '../../features/*/messages/window-zh.ts', '!**/terms.ts'],
  { eager: true },
)

const texts = Object.fromEntries(Object.values(modules).flatMap(Object.entries<object>))

export const zh: LanguageTexts = {
  window: {
    ...texts,
    metrics: whole.metrics,
    flag: flagTextsZh.labels,
  } as LanguageTexts['window'],
  glossary: terms,
  flags: flagTextsZh,
}

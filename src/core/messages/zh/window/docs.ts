// 文档页面。
import type { TranslationOf } from '../../window-texts.ts'
import type { docs as english } from '../../en/window/docs.ts'

export const docs: TranslationOf<typeof english> = {
  title: '文档',
  contents: '页面',
  find: '搜索文档',
  found: '找到的章节',
  nothing: '没有章节包含这些词。',
  gone: '没有这个页面。',
}

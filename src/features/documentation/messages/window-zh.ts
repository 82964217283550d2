// 窗口中文档的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type * as english from './window.ts'

export const docs: TranslationOf<typeof english.docs> = {
  title: '文档',
  contents: '页面',
  find: '搜索文档',
  found: '找到的章节',
  nothing: '没有章节包含这些词。',
  gone: '没有这个页面。',
}

export const glossary: TranslationOf<typeof english.glossary> = {
  title: '术语表',
  terms: '术语',
  find: '查找术语',
  none: '没有匹配的术语。',
}

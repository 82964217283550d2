// 术语表页面。
import type { TranslationOf } from '../../window-texts.ts'
import type { glossary as english } from '../../en/window/glossary.ts'

export const glossary: TranslationOf<typeof english> = {
  title: '术语表',
  find: '查找术语',
  none: '没有匹配的术语。',
}

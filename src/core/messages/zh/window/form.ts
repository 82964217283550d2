// 各表单共用的词语。
import type { TranslationOf } from '../../window-texts.ts'
import type { form as english } from '../../en/window/form.ts'

export const form: TranslationOf<typeof english> = {
  reset: '恢复默认值：{value}（{field}）',
  changed: '已修改 {count} 项',
  resetAll: '撤销修改',
  problems: '有 {count} 处需要修正',
  more: '更多',
  search: '搜索全部设置',
  find: '搜索',
  noneFound: '没有匹配项。',
  nothingFound: '没有匹配的设置。其他 API 和数据集另有各自的设置。',
}

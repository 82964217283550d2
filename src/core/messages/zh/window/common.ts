// 窗口各处通用的词语。
import type { TranslationOf } from '../../window-texts.ts'
import type { common as english } from '../../en/window/common.ts'

export const common: TranslationOf<typeof english> = {
  cancel: '取消',
  close: '关闭',
  undo: '撤销',
  copied: '已复制',
  copy: '复制',
  keep: '保留',
  loading: '正在加载…',
  name: '名称',
  remove: '删除',
  rename: '重命名',
  renameHint: '名称只是标签，不影响其他内容。',
  simulated: '模拟',
  actions: '操作',
  more: '更多操作',
  none: '无',
  yes: '是',
  no: '否',
  reported: '{what}：{said}',
  listed: '{one}，{other}',
}

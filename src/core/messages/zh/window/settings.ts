// 设置视图。
import type { Translated } from '../../window-texts.ts'
import type { settings as english } from '../../en/window/settings.ts'

export const settings: Translated<typeof english> = {
  title: '设置',
  appearance: '外观',
  theme: '主题',
  language: '语言',
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
  about: '关于',
  version: '版本',
  transport: '打开方式',
  desktop: '桌面窗口',
  web: '浏览器页面',
  database: '运行记录保存在',
  node: 'Node.js',
  platform: '平台',
}

// 设置视图。
import type { TranslationOf } from '../../window-texts.ts'
import type { settings as english } from '../../en/window/settings.ts'

export const settings: TranslationOf<typeof english> = {
  title: '设置',
  appearance: '外观',
  theme: '主题',
  language: '语言',
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
  updates: '更新',
  checkForUpdates: '每天检查一次新版本',
  updatesAbout:
    '默认关闭，开启后 Kneepoint 会向 {address} 请求发布列表。请求只包含程序名，不含版本号，也不含任何关于你、本机或运行记录的信息。不会自动下载或安装。',
  updatesNoAddress: '此构建未设置发布列表，可用 KNEEPOINT_RELEASES_URL 指定其地址。',
  checkNow: '立即检查',
  newerVersion: '新版本 {version} 已发布',
  newestVersion: '已是最新版本',
  checkedAt: '上次检查：{time}',
  checkFailed: '上次检查失败：{why}',
  about: '关于',
  version: '版本',
  transport: '打开方式',
  desktop: '桌面窗口',
  web: '浏览器页面',
  database: '运行记录保存在',
  node: 'Node.js',
  platform: '平台',
}

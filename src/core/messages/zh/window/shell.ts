// 窗口框架：导航、各视图共用的词、表单、文档、设置。
import type { TranslationOf } from '../../window-texts.ts'
import type * as english from '../../en/window/shell.ts'

export const shell: TranslationOf<typeof english.shell> = {
  rail: '主导航',
  home: 'Kneepoint，前往开始页',
  skip: '跳到内容',
  fold: '收起侧栏',
  unfold: '展开侧栏',
  nothingUp: '没有运行中的服务器。',
  startOne: '启动一个',
  search: '前往',
  preparing: '准备中',
  left: '剩余 {time}',
  elapsed: '已用 {time}',
  notices: '通知',
  connection: {
    lost: '与 Kneepoint 的连接已断开，正在重试。只要 Kneepoint 本身还在运行，压测就会继续。',
    unreachable: 'Kneepoint 没有响应。请运行“kneepoint web”，本页会自动连接。',
    refused: '此浏览器还没有访问权限。请打开“kneepoint web”输出的地址，其中含有访问令牌。',
    unknownAddress: 'Kneepoint 不认识本页的地址。请用“kneepoint web --public-url {address}”启动。',
  },
  damage: {
    title: '数据库中有 {count} 个条目无法读取，其余均正常显示。',
    entry: '{table} 的 {id}：{why}',
    export: '导出',
    remove: '移除',
    removeNow: '彻底移除',
    about: '“kneepoint db repair”会先把它们另存为文件，再全部修复或移除。',
  },
  keys: {
    title: '键盘快捷键',
    about: '所有操作都可用键盘完成。按 Tab 可移到带下划线的术语，查看其含义。',
    palette: '本页命令，以及按名称打开任意内容',
    search: '在本页搜索',
    undo: '在提示消失前撤销最近一次删除',
    wheel: '滚轮',
    help: '解释当前字段',
    zoom: '缩放图表；拖选区间，双击复原',
  },
  palette: {
    page: '本页',
    title: '前往任意位置',
    description: '输入以查找服务器、运行、扫描、操作和文档页面。',
    placeholder: '服务器、运行、扫描或操作…',
    nothing: '没有匹配的名称。',
    views: '视图',
    hosts: '主机',
    actions: '操作',
    servers: '服务器',
    results: '结果',
    runs: '运行',
    sweeps: '扫描',
    terms: '术语',
    docs: '文档',
    lightTheme: '使用浅色主题',
    darkTheme: '使用深色主题',
  },
}

export const common: TranslationOf<typeof english.common> = {
  actions: '操作',
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
  more: '更多操作',
  none: '无',
  yes: '是',
  no: '否',
  reported: '{what}：{said}',
  listed: '{one}，{other}',
}

export const docs: TranslationOf<typeof english.docs> = {
  title: '文档',
  contents: '页面',
  find: '搜索文档',
  found: '找到的章节',
  nothing: '没有章节包含这些词。',
  gone: '没有这个页面。',
}

export const form: TranslationOf<typeof english.form> = {
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

export const glossary: TranslationOf<typeof english.glossary> = {
  title: '术语表',
  find: '查找术语',
  none: '没有匹配的术语。',
}

export const report: TranslationOf<typeof english.report> = {
  menu: '报告…',
  copy: '复制 Markdown 摘要',
  copied: '摘要已复制到剪贴板。',
  format: {
    html: '网页报告（HTML）',
    md: 'Markdown 摘要',
    csv: '各负载点（CSV）',
    'requests-csv': '全部请求（CSV）',
    'series-csv': '时间序列（CSV）',
    json: '结果（JSON）',
    bundle: '数据包（供其他 Kneepoint 导入）',
  },
}

export const settings: TranslationOf<typeof english.settings> = {
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

export const verdict: TranslationOf<typeof english.verdict> = {
  title: '可信度',
  warnings: '警告',
}

// 窗口框架：侧栏、顶栏、提示条、命令面板。
import type { Translated } from '../../window-texts.ts'
import type { shell as english } from '../../en/window/shell.ts'

export const shell: Translated<typeof english> = {
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
  },
  keys: {
    title: '键盘快捷键',
    about: '所有操作都可用键盘完成。按 Tab 可移到带下划线的术语，查看其含义。',
    palette: '本页命令，以及按名称打开任意内容',
    search: '在本页搜索',
    undo: '在提示消失前撤销最近一次删除',
    wheel: '滚轮',
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
    runs: '运行',
    sweeps: '扫描',
    terms: '术语',
    docs: '文档',
    lightTheme: '使用浅色主题',
    darkTheme: '使用深色主题',
  },
}

import type { Translation } from '#core/messages/template.ts'
import type { mcpMessages } from './messages.ts'

export const mcpMessagesZh = {
  'cli.mcp.listening': 'MCP 地址：{url}\n请求头：Authorization: Bearer {token}',
  'cli.mcp.tooCostly':
    '预计约需 {gpuSeconds} GPU 秒、{tokens} 个 token；超过 {mostGpuSeconds} GPU 秒或 {mostTokens} 个 token 时须经用户同意。',
  'cli.mcp.tooCostly.remedy':
    '把这个估算告诉用户；用户同意后，带 confirmed: true 再次调用。或减少负载。',
  'cli.mcp.decidedHere': '{flag} 由工具决定。',
  'cli.mcp.decidedHere.remedy': '请去掉它；负载发往哪里由 serverId 决定。',
  'cli.mcp.noPreset': '没有名为“{name}”的预设。',
  'cli.mcp.otherVariable': '{name} 不是存放代理密钥的变量。',
  'cli.mcp.otherVariable.remedy':
    '请用户在启动 kneepoint mcp 的地方把密钥设为 KNEEPOINT_KEY_ 加一个名称的变量。',
  'cli.mcp.noVariable': 'kneepoint mcp 的进程里没有设置环境变量 {name}。',
  'cli.mcp.noVariable.remedy': '请用户在启动 kneepoint mcp 的地方设置它，然后重新启动。',
  'cli.mcp.tunesNothing': '该文件没有要调优的服务器参数。',
  'cli.mcp.tunesNothing.remedy':
    '请给出 objective、limits、flags 和 budget；只测负载请用 run_sweep。',
  'cli.mcp.noListedServer': '文件中的服务器不在列表里。',
  'cli.mcp.noListedServer.remedy': '请在 servers 下填写 list_servers 中的一个名称，或先启动一台。',
  'cli.mcp.serverGone': '服务器在启动过程中被移除了。',
  'cli.mcp.noRun': 'id 以“{name}”开头的运行不存在或不唯一。',
  'cli.mcp.noRun.remedy': '见 list_runs。',
} satisfies Translation<typeof mcpMessages>

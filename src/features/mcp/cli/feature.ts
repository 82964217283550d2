// Registers `kneepoint mcp`.
import type { CommandFeature } from '#cli/command.ts'

export const mcp: CommandFeature = {
  commands: { mcp: async () => (await import('./mcp.ts')).mcp },
  after: 'doctor',
  usage: 'mcp',
  summary: {
    en: 'Serve agents: benchmarks, sweeps and verdicts as Model Context Protocol tools.',
    zh: '为智能体提供服务：以 MCP 工具的形式进行压测、扫描并读取结论。',
  },
}

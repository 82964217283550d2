import type { cliEn } from '../en/cli.ts'
import type { Translation } from '../template.ts'

export const cliZh = {
  'cli.problem': 'kneepoint: {text}',
  'cli.interruptedBefore': '在测到任何数据之前已中断。',
  'cli.logLine': '· {text}',
  'cli.pausing': '此点完成后暂停；再按 Ctrl-C 立即结束，已测结果会保留',
  'cli.demo.sustained': '\n服务器跟得上的速率：{answer}。',
  'cli.unknownLanguage': '--lang：没有语言 "{asked}"。',
  'cli.unknownLanguage.remedy': '可选：{languages}。',
} as const satisfies Translation<typeof cliEn>

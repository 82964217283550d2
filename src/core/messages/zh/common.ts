import type { commonEn } from '../en/common.ts'
import type { Translation } from '../template.ts'

export const commonZh = {
  'common.at': '{place}：{text}',
  'common.of': '{name} {text}',
  'common.two': '{first}{second}',
  'common.sentence': '{text}。',
  'common.or': '{first} 或 {last}',
  'common.alternative': '{first} | {second}',
  'common.and': '{first}、{last}',
  'common.dotted': '{line} · {next}',
  'common.indented': '  {text}',
  'common.clause': '{text|clause}',
  'common.clauses': '{first}，{last}',
} as const satisfies Translation<typeof commonEn>

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
  'updates.notAllowed': '设置中未允许检查新版本。',
  'updates.status': '发布列表返回 HTTP {status}。',
  'updates.noList': '返回的内容不是发布列表。',
} as const satisfies Translation<typeof commonEn>

// 报告：扫描或运行的各种导出形式。报告本身为英文。
import type { TranslationOf } from '../../window-texts.ts'
import type { report as english } from '../../en/window/report.ts'

export const report: TranslationOf<typeof english> = {
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

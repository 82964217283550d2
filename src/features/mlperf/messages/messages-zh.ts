import type { Translation } from '#core/messages/template.ts'
import type { mlperfMessages } from './messages.ts'

export const mlperfMessagesZh = {
  'mlperf.concurrency': '并发',
  'mlperf.region': '区域',
  'mlperf.minutes': '分钟',
  'mlperf.status': '状态',
  'mlperf.verdict': '判定',
  'mlperf.rehearsal': '这是预演，不是提交：随机种子不符且没有精度运行，检查器必然拒绝。',
  'mlperf.noPoint': '其中没有固定并发的运行。',
  'mlperf.noPoint.remedy':
    '请指定“kneepoint mlperf plan”所写的扫描，或带 --max-concurrency 与 --request-rate inf 的运行。',
  'mlperf.severalCurves': '这些运行属于多个服务器、模型或数据集；一条曲线只能属于一个。',
  'mlperf.severalCurves.remedy': '请只指定其中一个的运行。',
  'mlperf.cost': '负载至少 {hours} 小时，{gpuHours} GPU 小时，不含启动时间。',
  'mlperf.audit.passed': '通过：重复的 prompt 没有由已存的响应提供。',
  'mlperf.audit.cached': '未通过：重复的 prompt 快了至少 10 %。',
  'mlperf.audit.incomplete': '未通过：其中一次运行完成的请求不足 90 %。',
  'mlperf.audit.rates':
    '每秒请求数：不同 prompt 为 {distinct}，重复 prompt 为 {repeated}（{change} %）。',
  'mlperf.audit.lengths':
    '重复 prompt 的响应比其他响应多 {change} % 的输出 token，速率不可比：请用 --ignore-eos 和同一输出长度。',
  'mlperf.audit.prefix':
    'TPOT 只相差 {tpot} %，说明 token 照常生成。TTFT 相差 {ttft} %：前缀缓存省去了 prompt 的计算。若只审计响应，请关闭前缀缓存启动服务器（--no-enable-prefix-caching）。',
  'mlperf.audit.twoRuns': '审计需要两次已完成的运行。',
  'mlperf.audit.twoRuns.remedy':
    '先给出不同 prompt 的运行，再给出重复同一 prompt 的运行。“kneepoint runs”列出它们。',
  'mlperf.audit.no.load': '其中一次运行没有固定并发，其速率不能说明服务器有多快。',
  'mlperf.audit.no.load.remedy': '两次都请用 --request-rate inf 和 --max-concurrency 测量。',
  'mlperf.audit.no.distinct': '第一次运行把 prompt 发送了不止一遍。',
  'mlperf.audit.no.distinct.remedy': '请让 --num-prompts 大于请求数，或去掉 --duration-minutes。',
  'mlperf.audit.no.known': '第一次运行开始前，服务器已经见过它的 prompt。',
  'mlperf.audit.no.known.remedy': '请重启服务器，或换一个 --seed 测量第一次运行。',
  'mlperf.audit.no.repeated': '第二次运行没有重复同一个 prompt。',
  'mlperf.audit.no.repeated.remedy':
    '请用 --num-prompts 1 和 --duration-minutes 测量，它会重复该 prompt。',
  'mlperf.audit.no.different': '这两次运行的服务器、模型、数据集或并发不同。',
  'mlperf.audit.no.different.remedy': '除 --num-prompts 外，两次请用相同的参数测量。',
} satisfies Translation<typeof mlperfMessages>

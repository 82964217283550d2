// Messages of rehearsals of MLPerf Endpoints.
import { featureMessages } from '#core/messages/joined-catalogue.ts'

export const mlperfMessages = featureMessages({
  en: {
    'mlperf.concurrency': 'Concurrency',
    'mlperf.region': 'Region',
    'mlperf.minutes': 'Minutes',
    'mlperf.status': 'Status',
    'mlperf.verdict': 'Verdict',
    'mlperf.rehearsal':
      'A rehearsal, not a submission: the checker rejects it for its seeds and its missing accuracy run, whatever else is right.',
    'mlperf.noPoint': 'No run at a fixed concurrency is among these.',
    'mlperf.noPoint.remedy':
      'Name a sweep that "kneepoint mlperf plan" wrote, or runs with --max-concurrency and --request-rate inf.',
    'mlperf.severalCurves':
      'These runs are of several servers, models or datasets; a curve is of one.',
    'mlperf.severalCurves.remedy': 'Name the runs of one of them.',
    'mlperf.cost': 'At least {hours} h of load, {gpuHours} GPU hours, without starts.',
  },
  zh: {
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
  },
})

// Messages of rehearsals of MLPerf Endpoints.
import { featureMessages } from '#core/messages/joined-catalogue.ts'

export const mlperfMessages = featureMessages({
  en: {
    'mlperf.concurrency': 'Concurrency',
    'mlperf.region': 'Region',
    'mlperf.minutes': 'Minutes',
    'mlperf.cost': 'At least {hours} h of load, {gpuHours} GPU hours, without starts.',
  },
  zh: {
    'mlperf.concurrency': '并发',
    'mlperf.region': '区域',
    'mlperf.minutes': '分钟',
    'mlperf.cost': '负载至少 {hours} 小时，{gpuHours} GPU 小时，不含启动时间。',
  },
})

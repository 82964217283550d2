// 所有结果共用的页面：运行、参数扫描、对比、导入的文件。
import type { TranslationOf } from '../../window-texts.ts'
import type { result as english } from '../../en/window/result.ts'

export const result: TranslationOf<typeof english> = {
  answer: '结果',
  moreReasons: '另外 {count} 条',
  fold: {
    figures: '指标',
    loads: '负载',
  },
  step: {
    again: '重新测量',
    calibrate: '校准客户端',
    longer: '增加请求数再测',
    capacity: '查找容量',
    launch: '用这些参数启动',
  },
}

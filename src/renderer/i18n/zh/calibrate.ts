// 校准视图：客户端是否可信？
import type { calibrate as english } from '../en/calibrate.ts'

export const calibrate: typeof english = {
  title: '校准',
  lead: '这个客户端可信吗？',
  explanation:
    '跟不上节奏的压测客户端测到的是它自己，而不是服务器。每次运行都会记录请求晚发了多久、客户端事件循环被阻塞了多久，以及占用了多少 CPU。如果其中任何一项接近您要报告的延迟，请降低请求速率，或换用更空闲的机器。',
  caption: '最近几次运行中客户端的记录',
  empty: '还没有运行记录过客户端状况。每次压测都会记录。',
  compose: '编写压测',
  run: '运行',
  when: '时间',
  rate: '请求/秒',
  sendLagP99: '发送滞后\np99 ms',
  readLagMean: '读取滞后\n平均 ms',
  readLagP99: '读取滞后\np99 ms',
  loopDelayP99: '循环延迟\np99 ms',
  cpu: 'CPU',
  verdict: '客户端',
  word: { fine: '正常', strained: '吃紧', invalid: '无效', unknown: '未知' },
}

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
  sendLagP50: '发送滞后 p50',
  sendLagP99: '发送滞后 p99',
  sendLagMax: '发送滞后 最大',
  loopDelayP99: '循环延迟 p99',
  loopDelayMax: '循环延迟 最大',
  cpu: 'CPU（占一个核心）',
  verdict: '客户端',
  keptUp: '跟得上',
  strained: '吃力',
  fellBehind: '落后',
  rule: '跟得上：发送滞后与循环延迟的 p99 均低于 {goodMs} ms，且占用不到一个核心的 {goodShare}。落后：任一 p99 达到 {badMs} ms。其余为吃力。',
}
